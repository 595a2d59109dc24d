package dev.bowline.benchmarks.surface;

import com.sun.management.ThreadMXBean;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * {@code ./bowline bench gridfs-upload gridfs-download change-stream}: long transfers, in turns with the official
 * driver.
 */
public final class SurfaceRun {
    private static final int EVENTS = 100_000;
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    /** One kind of transfer. */
    private enum Kind {
        UPLOAD("gridfs-upload", SurfaceReplies.FILE_BYTES),
        DOWNLOAD("gridfs-download",
                SurfaceReplies.FILE_BYTES),
        WATCH("change-stream", EVENTS);

        private final String title;
        private final long expected;

        Kind(String title, long expected) {
            this.title = title;
            this.expected = expected;
        }

        long run(Transfers transfers) {
            return switch (this) {
                case UPLOAD -> transfers.upload();
                case DOWNLOAD -> transfers.download();
                case WATCH -> transfers.watch(EVENTS);
            };
        }
    }

    private record Turn(double millis, long allocated) {}

    private SurfaceRun() {}

    /** Whether these are all tasks of this run. */
    public static boolean handles(List<String> tasks) {
        return !tasks.isEmpty() && tasks.stream()
                .allMatch(task -> Arrays.stream(Kind.values()).anyMatch(kind -> kind.title.equals(task)));
    }

    public static void main(String[] arguments) throws IOException {
        List<String> tasks = arguments.length == 0
                ? Arrays.stream(Kind.values()).map(kind -> kind.title).toList()
                : List.of(arguments);
        run(tasks, true, System.out);
    }

    public static void run(List<String> tasks, boolean quick, PrintStream out) throws IOException {
        Process server = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx512m", "-XX:+UseSerialGC", "-cp", System.getProperty("java.class.path"),
                SurfaceServer.class.getName()).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        try (BufferedReader lines = server.inputReader(StandardCharsets.UTF_8)) {
            String uri = "mongodb://127.0.0.1:" + lines.readLine() + "/?replicaSet=surface";
            out.println("| task | driver | ms | bytes allocated | official : bowline, time | allocation |");
            out.println("| --- | --- | ---: | ---: | ---: | ---: |");
            for (Kind kind : Kind.values()) {
                if (tasks.contains(kind.title)) {
                    compare(kind, uri, quick, out);
                }
            }
        } finally {
            server.destroy();
        }
    }

    private static void compare(Kind kind, String uri, boolean quick, PrintStream out) {
        int warmUps = quick ? 4 : 15;
        int turns = quick ? 7 : 31;
        Turn[] ours = new Turn[turns];
        Turn[] theirs = new Turn[turns];
        double[] ratios = new double[turns];
        try (Transfers bowline = new BowlineTransfers(uri); Transfers official = new OfficialTransfers(uri)) {
            for (int i = -warmUps; i < turns; i++) {
                boolean first = i % 2 == 0;
                Turn mine = first ? turn(kind, bowline) : null;
                Turn other = turn(kind, official);
                mine = mine == null ? turn(kind, bowline) : mine;
                if (i >= 0) {
                    ours[i] = mine;
                    theirs[i] = other;
                    ratios[i] = other.millis / mine.millis;
                }
            }
        }
        Arrays.sort(ratios);
        Turn our = median(ours);
        Turn their = median(theirs);
        out.printf(Locale.ROOT, "| %s | bowline | %.1f | %,d | | |%n", kind.title, our.millis, our.allocated);
        out.printf(Locale.ROOT, "| %s | official | %.1f | %,d | %.2f | %.2f |%n", kind.title, their.millis,
                their.allocated, ratios[turns / 2], (double) their.allocated / our.allocated);
    }

    private static Turn turn(Kind kind, Transfers transfers) {
        long allocated = THREADS.getCurrentThreadAllocatedBytes();
        long start = System.nanoTime();
        long moved = kind.run(transfers);
        long nanos = System.nanoTime() - start;
        long bytes = THREADS.getCurrentThreadAllocatedBytes() - allocated;
        if (moved != kind.expected) {
            throw new IllegalStateException(kind.title + " moved " + moved + " instead of " + kind.expected);
        }
        return new Turn(nanos / 1e6, bytes);
    }

    private static Turn median(Turn[] turns) {
        double[] millis = Arrays.stream(turns).mapToDouble(Turn::millis).sorted().toArray();
        long[] allocated = Arrays.stream(turns).mapToLong(Turn::allocated).sorted().toArray();
        return new Turn(millis[millis.length / 2], allocated[allocated.length / 2]);
    }
}
