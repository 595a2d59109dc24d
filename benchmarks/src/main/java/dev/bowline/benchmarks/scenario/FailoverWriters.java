package dev.bowline.benchmarks.scenario;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Eight writers as a program. Arguments: contestant and connection string. {@code mark} forgets gaps;
 * {@code await NANOS MILLIS} waits until every writer has been acknowledged after that time, or as long as that, and
 * answers with the median of the writers' longest gaps in nanoseconds (0 if most are still blocked), the writers that
 * are blocked, and the writes that failed.
 */
public final class FailoverWriters {
    private static final int WRITERS = 8;
    private static final long PAUSE_MILLIS = 2;

    /** One thread that writes. */
    private static final class Writer {
        private volatile long acknowledged = System.nanoTime();
        private volatile long longest;

        void run(Client client, String name, AtomicLong failed) {
            try {
                for (long n = 0;; n++) {
                    try {
                        client.insert(name + "-" + n);
                        long now = System.nanoTime();
                        longest = Math.max(longest, now - acknowledged);
                        acknowledged = now;
                    } catch (RuntimeException e) {
                        failed.incrementAndGet();
                    }
                    Thread.sleep(PAUSE_MILLIS);
                }
            } catch (InterruptedException e) {
                // The process ends.
            }
        }
    }

    private final List<Writer> writers = new ArrayList<>();
    private final AtomicLong failed = new AtomicLong();

    private FailoverWriters() {}

    public static void main(String[] arguments) throws IOException, InterruptedException {
        FailoverWriters all = new FailoverWriters();
        Client client = Client.open(arguments[0], arguments[1]);
        String process = arguments[0] + ProcessHandle.current().pid();
        for (int i = 0; i < WRITERS; i++) {
            Writer writer = new Writer();
            String name = process + "-" + i;
            all.writers.add(writer);
            Thread.ofPlatform().daemon().start(() -> writer.run(client, name, all.failed));
        }
        System.out.println("ready");
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = input.readLine(); line != null; line = input.readLine()) {
            String[] order = line.split(" ");
            System.out.println(order[0].equals("mark")
                    ? all.mark()
                    : all.await(Long.parseLong(order[1]), Long.parseLong(order[2])));
        }
        Runtime.getRuntime().halt(0);
    }

    private String mark() {
        failed.set(0);
        writers.forEach(writer -> writer.longest = 0);
        return "marked";
    }

    private String await(long nanos, long millis) throws InterruptedException {
        long until = System.nanoTime() + millis * 1_000_000;
        while (blockedSince(nanos) > 0 && System.nanoTime() < until) {
            Thread.sleep(1);
        }
        long blocked = blockedSince(nanos);
        long[] gaps = writers.stream().filter(writer -> writer.acknowledged > nanos)
                .mapToLong(writer -> writer.longest).sorted().toArray();
        return (blocked > WRITERS / 2 ? 0 : gaps[gaps.length / 2]) + " " + blocked + " " + failed.get();
    }

    private long blockedSince(long nanos) {
        return writers.stream().filter(writer -> writer.acknowledged <= nanos).count();
    }
}
