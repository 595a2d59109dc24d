package dev.bowline.benchmarks.scenario;

import dev.bowline.benchmarks.results.Entry;
import dev.bowline.benchmarks.results.Measure;
import dev.bowline.benchmarks.sidebyside.ProcessUsage;
import dev.bowline.benchmarks.sidebyside.Servers;
import dev.bowline.benchmarks.sidebyside.SideBySide.Length;
import dev.bowline.benchmarks.sidebyside.WorkerProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The first operation of a process, from before the client is made: every round has a fresh JVM. */
public final class ColdStart implements Scenario {
    /** What the JVM knows of the classes before it loads them. */
    public enum Sharing {
        JDK("cold-start", "", "", ""),
        NONE("cold-start-unshared", ", without class data sharing", "", "-Xshare:off"),
        APPLICATION("cold-start-shared", ", with an archive of its classes (AppCDS)", "-XX:ArchiveClassesAtExit=",
                "-XX:SharedArchiveFile="),
        /** Since JDK 25. */
        AHEAD_OF_TIME("cold-start-ahead", ", with an AOT cache", "-XX:AOTCacheOutput=", "-XX:AOTCache=");

        private final String title;
        private final String description;
        /** What makes the archive, before its file; empty without one. */
        private final String making;
        private final String using;

        Sharing(String title, String description, String making, String using) {
            this.title = title;
            this.description = description;
            this.making = making;
            this.using = using;
        }
    }

    private static final int FIRST_WITH_AOT_CACHE = 25;

    private final Sharing sharing;

    ColdStart(Sharing sharing) {
        this.sharing = sharing;
    }

    @Override
    public String title() {
        return sharing.title;
    }

    @Override
    public String group() {
        return "Cold start";
    }

    @Override
    public String description() {
        return "making a client and finding one document by _id, in a fresh JVM" + sharing.description;
    }

    @Override
    public List<Entry> run(Servers servers, Length length) {
        // An archive cannot hold classes of folders.
        boolean archivable = WorkerProcess.ownClassPath().endsWith(".jar");
        boolean known = sharing != Sharing.AHEAD_OF_TIME || Runtime.version().feature() >= FIRST_WITH_AOT_CACHE;
        if (!known || (!sharing.making.isEmpty() && !archivable)) {
            return List.of();
        }
        String uri = servers.canned(1);
        Map<String, Path> archives = new HashMap<>();
        try {
            Map<String, List<String>> flags = new HashMap<>();
            for (String contestant : CONTESTANTS) {
                flags.put(contestant, flags(contestant, uri, archives));
            }
            return measured(uri, flags, length.rounds());
        } finally {
            archives.values().forEach(ColdStart::delete);
        }
    }

    private List<Entry> measured(String uri, Map<String, List<String>> flags, int rounds) {
        Samples samples = new Samples(this);
        List<String> order = CONTESTANTS;
        for (int round = 0; round < rounds; round++) {
            for (String contestant : order) {
                String[] answer = first(contestant, uri, flags.getOrDefault(contestant, List.of()), "halt").split(" ");
                samples.add(contestant, Map.of(Measure.FIRST_MILLIS, Long.parseLong(answer[0]) / 1e6,
                        Measure.FIRST_CPU_MILLIS, Long.parseLong(answer[1]) / 1e6));
            }
            order = order.reversed();
        }
        return samples.entries();
    }

    /** Makes the archive if there is to be one. */
    private List<String> flags(String contestant, String uri, Map<String, Path> archives) {
        if (sharing.making.isEmpty()) {
            return sharing.using.isEmpty() ? List.of() : List.of(sharing.using);
        }
        try {
            Path archive = Files.createTempDirectory("bowline-bench").resolve(contestant + ".archive");
            archives.put(contestant, archive);
            first(contestant, uri, List.of(sharing.making + archive), "exit");
            if (!Files.exists(archive)) {
                throw new IllegalStateException("The JVM made no archive with " + sharing.making + archive);
            }
            return List.of(sharing.using + archive);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void delete(Path archive) {
        try {
            Files.deleteIfExists(archive);
            Files.deleteIfExists(archive.resolveSibling(archive.getFileName() + ".config"));
            Files.deleteIfExists(archive.getParent());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String first(String contestant, String uri, List<String> flags, String end) {
        try (WorkerProcess process = new WorkerProcess(false, flags, WorkerProcess.classPathOf(contestant),
                First.class, List.of(contestant, uri, end))) {
            String line = process.readLine();
            process.awaitEnd();
            return line;
        }
    }

    /**
     * The process. Arguments: contestant, connection string, and {@code exit} if the JVM is to end in the ordinary way,
     * which writes an archive. Prints wall and CPU time in nanoseconds.
     */
    public static final class First {
        private First() {}

        public static void main(String[] arguments) {
            long start = System.nanoTime();
            Client client = Client.open(arguments[0], arguments[1]);
            client.find();
            long wall = System.nanoTime() - start;
            System.out.println(wall + " " + ProcessUsage.of(ProcessHandle.current().pid()).cpuNanos());
            if (arguments[2].equals("exit")) {
                client.close();
                System.exit(0);
            }
            Runtime.getRuntime().halt(0);
        }
    }
}
