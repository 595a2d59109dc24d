package dev.bowline.benchmarks.bson;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The work of {@link BsonBenchmark} compared in pairs, for machines whose speed swings: the two take turns in short
 * batches, each batch is measured by the CPU time of its thread, and the figure is the median of the ratios of
 * neighboring batches with its quartiles. Every comparison has a JVM of its own, so that none spoils what the compiler
 * knows of another.
 *
 * <p>Arguments: shape, tree, and one of {@code encodeDirect}, {@code encodeForeign}, {@code decodeDirect},
 * {@code decodeForeign}; or none, for all of them.
 */
public final class BsonComparison {
    private static final int PAIRS = 301;
    private static final long BATCH_NANOS = 2_000_000;
    private static final long WARM_UP_NANOS = 1_500_000_000L;

    private static final List<String> CONTESTS = List.of("encodeDirect", "decodeDirect", "encodeForeign",
            "decodeForeign");

    private static Object sink = "";

    private BsonComparison() {}

    public static void main(String[] arguments) throws IOException, InterruptedException {
        if (arguments.length > 0) {
            compare(arguments);
            return;
        }
        for (Shape shape : Shape.values()) {
            for (BsonBenchmark.Tree tree : BsonBenchmark.Tree.values()) {
                for (String contest : CONTESTS) {
                    new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                            "-XX:+UseSerialGC", "-Xmx512m", "-cp", System.getProperty("java.class.path"),
                            BsonComparison.class.getName(), shape.name(), tree.name(), contest).inheritIO().start()
                            .waitFor();
                }
            }
        }
    }

    private static void compare(String[] arguments) {
        BsonBenchmark benchmark = new BsonBenchmark();
        benchmark.shape = Shape.valueOf(arguments[0].toUpperCase(Locale.ROOT));
        benchmark.tree = BsonBenchmark.Tree.valueOf(arguments[1].toUpperCase(Locale.ROOT));
        benchmark.prepare();
        String contest = arguments[2];
        boolean encoding = contest.startsWith("encode");
        Supplier<Object> library = encoding ? benchmark::encodeLibrary : benchmark::decodeLibrary;
        Supplier<Object> ours = switch (contest) {
            case "encodeDirect" -> benchmark::encodeDirect;
            case "encodeForeign" -> benchmark::encodeForeign;
            case "decodeDirect" -> benchmark::decodeDirect;
            case "decodeForeign" -> benchmark::decodeForeign;
            default -> throw new IllegalArgumentException("There is no contest " + contest);
        };
        compare(contest + " " + benchmark.shape + " " + benchmark.tree, library, ours, System.out::println);
    }

    private static void compare(String name, Supplier<Object> library, Supplier<Object> ours, Consumer<String> out) {
        int theirCount = warmUp(library);
        int ourCount = warmUp(ours);
        double[] ratios = new double[PAIRS];
        double[] theirTimes = new double[PAIRS];
        double[] ourTimes = new double[PAIRS];
        for (int i = 0; i < PAIRS; i++) {
            theirTimes[i] = batch(library, theirCount) / (double) theirCount;
            ourTimes[i] = batch(ours, ourCount) / (double) ourCount;
            ratios[i] = theirTimes[i] / ourTimes[i];
        }
        Arrays.sort(ratios);
        Arrays.sort(theirTimes);
        Arrays.sort(ourTimes);
        out.accept(String.format(Locale.ROOT, "%-36s library %8.0f ns  ours %8.0f ns  ratio %5.2f (%.2f to %.2f)", name,
                theirTimes[PAIRS / 2], ourTimes[PAIRS / 2], ratios[PAIRS / 2], ratios[PAIRS / 4],
                ratios[PAIRS * 3 / 4]));
    }

    /** Runs until the compiler is done with it; returns how many times it fits in a batch. */
    private static int warmUp(Supplier<Object> work) {
        long cpu = 0;
        int count = 100;
        long last = 1;
        while (cpu < WARM_UP_NANOS) {
            last = Math.max(1, batch(work, count));
            cpu += last;
        }
        return (int) Math.max(1, count * BATCH_NANOS / last);
    }

    private static long batch(Supplier<Object> work, int count) {
        long before = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
        for (int i = 0; i < count; i++) {
            sink = work.get();
        }
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - before;
    }

    /** What was made last; read so that nothing is optimized away. */
    static Object sink() {
        return sink;
    }
}
