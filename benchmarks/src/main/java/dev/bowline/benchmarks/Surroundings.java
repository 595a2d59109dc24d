package dev.bowline.benchmarks;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Where and with what a run was made. */
final class Surroundings {
    private Surroundings() {}

    static Map<String, String> of(String command) {
        Map<String, String> about = new LinkedHashMap<>();
        about.put("command", "`" + command + "`");
        about.put("commit", commit());
        about.put("date", LocalDate.now(ZoneOffset.UTC).toString());
        about.put("machine", processor() + ", " + Runtime.getRuntime().availableProcessors() + " CPUs, "
                + System.getProperty("os.name") + " " + System.getProperty("os.version"));
        about.put("load when it began", String.format(Locale.ROOT, "%.1f",
                ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage()));
        about.put("JDK", System.getProperty("java.vendor") + " " + Runtime.version());
        about.put("others", "mongodb-driver-sync " + version(com.mongodb.client.MongoClient.class)
                + ", mongodb-driver-reactivestreams "
                + version(com.mongodb.reactivestreams.client.MongoClient.class));
        return about;
    }

    /** From the name of the jar that a class lies in. */
    private static String version(Class<?> type) {
        var source = type.getProtectionDomain().getCodeSource();
        return source == null ? "?" : source.getLocation().getPath().replaceAll(".*-([0-9][^/]*)\\.jar", "$1");
    }

    private static String commit() {
        String commit = run("git", "rev-parse", "--short=12", "HEAD");
        String changed = run("git", "status", "--porcelain", "--", "*.java", "*.xml");
        return commit.isEmpty() ? "not known" : commit + (changed.isEmpty() ? "" : " with changes");
    }

    private static String processor() {
        try {
            return Files.readAllLines(Path.of("/proc/cpuinfo")).stream().filter(line -> line.startsWith("model name"))
                    .map(line -> line.substring(line.indexOf(':') + 1).trim()).findFirst()
                    .orElse(System.getProperty("os.arch"));
        } catch (IOException e) {
            return System.getProperty("os.arch");
        }
    }

    /** The output of a command in the program's own folder; empty if it fails. */
    private static String run(String... command) {
        try {
            var source = Surroundings.class.getProtectionDomain().getCodeSource();
            Path jar = source == null ? null : Path.of(source.getLocation().getPath()).getParent();
            Path place = jar == null ? Path.of(".") : jar;
            Process process = new ProcessBuilder(List.of(command)).directory(place.toFile())
                    .redirectError(ProcessBuilder.Redirect.DISCARD).start();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).trim();
            return process.waitFor() == 0 ? output : "";
        } catch (IOException e) {
            return "";
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "";
        }
    }
}
