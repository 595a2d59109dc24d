package dev.bowline.benchmarks.connection;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.Arrays;

/**
 * Measures what a {@code ping} over a connection costs its thread, in CPU time and memory, against the bare socket. The
 * two take turns within one run, so that a noisy machine disturbs both alike; the figures are medians of the turns.
 *
 * <p>Run it on one CPU: {@code taskset -c 0 java -cp 'cli/target/lib/*' dev.bowline.benchmarks.connection.PairedPing},
 * with the number of turns and {@code background} as arguments to see a connection that a virtual thread has opened.
 */
public final class PairedPing {
    private static final int PINGS_PER_TURN = 2_000;

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private final PingPair pair;

    private PairedPing(PingPair pair) {
        this.pair = pair;
    }

    public static void main(String[] arguments) throws IOException {
        int turns = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 60;
        boolean background = arguments.length > 1 && arguments[1].equals("background");
        try (PingPair pair = new PingPair(background)) {
            new PairedPing(pair).run(turns);
        }
    }

    private void run(int turns) throws IOException {
        for (int i = 0; i < 20; i++) {
            connectionTurn();
            socketTurn();
        }
        long[] overConnection = new long[turns];
        long[] overSocket = new long[turns];
        double[] ratios = new double[turns];
        long allocatedBefore = threads.getCurrentThreadAllocatedBytes();
        long allocated = 0;
        for (int i = 0; i < turns; i++) {
            // Who goes first changes, in case the first of a pair has it easier.
            if (i % 2 == 0) {
                overSocket[i] = socketTurn();
            }
            long before = threads.getCurrentThreadAllocatedBytes();
            overConnection[i] = connectionTurn();
            allocated += threads.getCurrentThreadAllocatedBytes() - before;
            if (i % 2 == 1) {
                overSocket[i] = socketTurn();
            }
            ratios[i] = (double) overConnection[i] / overSocket[i];
        }
        Arrays.sort(overConnection);
        Arrays.sort(overSocket);
        Arrays.sort(ratios);
        System.out.printf("CPU per ping, medians of %d turns of %d: connection %.2f us, bare socket %.2f us%n", turns,
                PINGS_PER_TURN, overConnection[turns / 2] / 1e3 / PINGS_PER_TURN,
                overSocket[turns / 2] / 1e3 / PINGS_PER_TURN);
        System.out.printf("ratio: median %.3f, quartiles %.3f to %.3f%n", ratios[turns / 2], ratios[turns / 4],
                ratios[turns * 3 / 4]);
        System.out.printf("allocated per ping over the connection: %.1f bytes (whole run: %d bytes)%n",
                (double) allocated / turns / PINGS_PER_TURN,
                threads.getCurrentThreadAllocatedBytes() - allocatedBefore);
    }

    private long connectionTurn() {
        long before = threads.getCurrentThreadCpuTime();
        for (int i = 0; i < PINGS_PER_TURN; i++) {
            if (!pair.overConnection()) {
                throw new IllegalStateException("The ping failed");
            }
        }
        return threads.getCurrentThreadCpuTime() - before;
    }

    private long socketTurn() throws IOException {
        long before = threads.getCurrentThreadCpuTime();
        for (int i = 0; i < PINGS_PER_TURN; i++) {
            if (pair.overSocket() < 16) {
                throw new IllegalStateException("The ping failed");
            }
        }
        return threads.getCurrentThreadCpuTime() - before;
    }
}
