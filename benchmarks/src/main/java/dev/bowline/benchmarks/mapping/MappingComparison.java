package dev.bowline.benchmarks.mapping;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.Locale;
import java.util.function.Consumer;

/**
 * The same as {@link MappingBenchmark}, in turns and by the time the thread was on a CPU, so that the ratio means
 * something on a busy machine too.
 */
public final class MappingComparison {
    private static final int OPERATIONS = 20_000;
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private MappingComparison() {}

    public static void main(String[] arguments) {
        int rounds = arguments.length == 0 ? 200 : Integer.parseInt(arguments[0]);
        MappingBenchmark mapping = new MappingBenchmark();
        mapping.by = MappingBenchmark.By.MAPPING;
        mapping.prepare();
        MappingBenchmark hand = new MappingBenchmark();
        hand.by = MappingBenchmark.By.HAND;
        hand.prepare();
        compare("encode", mapping, hand, MappingBenchmark::encode, rounds);
        compare("decode", mapping, hand, MappingBenchmark::decode, rounds);
    }

    private static void compare(String name, MappingBenchmark mapping, MappingBenchmark hand,
            Consumer<MappingBenchmark> operation, int rounds) {
        double[] ratios = new double[rounds];
        double[] nanos = new double[rounds];
        for (int i = -rounds / 2; i < rounds; i++) {
            boolean first = i % 2 == 0;
            long mapped = first ? slice(mapping, operation) : 0;
            long written = slice(hand, operation);
            mapped = first ? mapped : slice(mapping, operation);
            if (i >= 0) {
                ratios[i] = (double) mapped / written;
                nanos[i] = (double) mapped / OPERATIONS;
            }
        }
        Arrays.sort(ratios);
        Arrays.sort(nanos);
        System.out.printf(Locale.ROOT, "%s: mapping %.0f ns, %.2f times the codec by hand (quartiles %.2f to %.2f)%n",
                name, nanos[rounds / 2], ratios[rounds / 2], ratios[rounds / 4], ratios[rounds * 3 / 4]);
    }

    private static long slice(MappingBenchmark of, Consumer<MappingBenchmark> operation) {
        long start = THREADS.getCurrentThreadCpuTime();
        for (int i = 0; i < OPERATIONS; i++) {
            operation.accept(of);
        }
        return THREADS.getCurrentThreadCpuTime() - start;
    }
}
