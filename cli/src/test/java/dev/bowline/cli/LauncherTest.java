package dev.bowline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The script {@code bowline}, with JDKs and a Maven that only say that they were called. */
class LauncherTest {
    private record Ending(int status, String output) {}

    @TempDir
    Path folder;

    private Path jar;

    @BeforeEach
    void copyTheScript() throws IOException {
        String script = Files.readString(Path.of("..", "bowline"));
        // The machine's own JDKs are out of the way; the fake ones stand where the usual folders are.
        String moved = script.replace("/usr/lib/jvm/*", folder.resolve("jvm") + "/*").replace("/usr/java/*", "")
                .replace("/opt/java/*", "").replace("/opt/jdk*", "")
                .replace("/Library/Java/JavaVirtualMachines/*/Contents/Home", "");
        assertThat(moved).isNotEqualTo(script);
        executable(folder.resolve("bowline"), moved);
        jar = folder.resolve("cli/target/bowline.jar");
        Files.createDirectories(jar.getParent());
        Files.createFile(jar);
        executable(folder.resolve("bin/mvn"), "#!/bin/sh\necho maven called >> " + folder.resolve("maven.log") + "\n");
    }

    @Test
    void usesTheJdkOfJavaHomeIfItIsNewEnough() throws Exception {
        Path home = jdk("home", "21.0.4");
        jdk("jvm/newer", "25.0.1");
        Ending ending = run(Map.of("JAVA_HOME", home.toString()), "demo", "--seconds", "5");
        assertThat(ending.status()).as(ending.output()).isZero();
        assertThat(ending.output()).contains("java 21.0.4").contains("-jar " + jar + " demo --seconds 5");
    }

    @Test
    void passesOverOldJdksAndTakesTheNewestOfTheUsualFolders() throws Exception {
        Path home = jdk("home", "17.0.2");
        jdk("jvm/a", "1.8.0_402");
        jdk("jvm/b", "21.0.4");
        jdk("jvm/c", "25.0.1");
        jdk("jvm/d", "17.0.2");
        assertThat(run(Map.of("JAVA_HOME", home.toString()), "spec").output()).contains("java 25.0.1");
        assertThat(run(Map.of(), "spec").output()).contains("java 25.0.1");
    }

    @Test
    void withoutASuitableJdkSaysWhichIsNeededAndWhereItLooked() throws Exception {
        Path home = jdk("home", "17.0.2");
        Path other = jdk("jvm/old", "20.0.2");
        Ending ending = run(Map.of("JAVA_HOME", home.toString()), "demo");
        assertThat(ending.status()).isEqualTo(69);
        assertThat(ending.output()).contains("needs a JDK of version 21 or newer").contains(home.toString())
                .contains(other.toString()).contains("JAVA_HOME").doesNotContain("java 17");
        assertThat(run(Map.of(), "demo").output()).contains(other.toString());
    }

    @Test
    void buildsOnlyWhenASourceIsNewerThanTheJar() throws Exception {
        Path home = jdk("home", "25.0.1");
        Path source = folder.resolve("driver/src/main/java/Some.java");
        Files.createDirectories(source.getParent());
        Files.writeString(source, "class Some {}");
        Instant built = Instant.parse("2024-05-10T00:00:00Z");
        Files.setLastModifiedTime(jar, FileTime.from(built));
        Files.setLastModifiedTime(source, FileTime.from(built.minusSeconds(5)));
        run(Map.of("JAVA_HOME", home.toString()));
        assertThat(folder.resolve("maven.log")).doesNotExist();

        Files.setLastModifiedTime(source, FileTime.from(built.plusSeconds(5)));
        Ending ending = run(Map.of("JAVA_HOME", home.toString()));
        assertThat(folder.resolve("maven.log")).hasContent("maven called");
        assertThat(ending.output()).contains("building").contains("java 25.0.1");
        run(Map.of("JAVA_HOME", home.toString()));
        assertThat(folder.resolve("maven.log")).as("not again").hasContent("maven called");
    }

    private Path jdk(String name, String version) throws IOException {
        Path home = folder.resolve(name);
        executable(home.resolve("bin/java"), "#!/bin/sh\necho java " + version + " \"$@\"\n");
        executable(home.resolve("bin/javac"), "#!/bin/sh\n");
        Files.writeString(home.resolve("release"), "IMPLEMENTOR=\"Test\"\nJAVA_VERSION=\"" + version + "\"\n");
        return home;
    }

    private static void executable(Path file, String content) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, content);
        assertThat(file.toFile().setExecutable(true)).isTrue();
    }

    /** Runs the script with the basic tools on its path, but no Java. */
    private Ending run(Map<String, String> variables, String... arguments) throws Exception {
        Path tools = Files.createDirectories(folder.resolve("bin"));
        for (String tool : List.of("bash", "dirname", "readlink", "sed", "find", "cat", "rm", "mktemp", "touch",
                "sh")) {
            if (Files.notExists(tools.resolve(tool))) {
                executable(tools.resolve(tool), "#!/bin/sh\nexec " + locate(tool) + " \"$@\"\n");
            }
        }
        List<String> command = new ArrayList<>(
                List.of(locate("bash").toString(), folder.resolve("bowline").toString()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().clear();
        builder.environment().put("PATH", tools.toString());
        builder.environment().put("HOME", folder.toString());
        builder.environment().putAll(variables);
        Process process = builder.start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        return new Ending(process.exitValue(), output);
    }

    private static Path locate(String tool) {
        for (String place : List.of("/usr/bin", "/bin")) {
            if (Files.isExecutable(Path.of(place, tool))) {
                return Path.of(place, tool);
            }
        }
        throw new AssertionError("No " + tool + " on this machine");
    }
}
