package dev.bowline.benchmarks.scenario;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;

/**
 * A process with idle clients. Arguments: contestant, connection string, clients, and for how many milliseconds to let
 * them settle. The first client brings in what is there once per process; the others are measured against it. Prints,
 * per client: kilobytes of heap, kilobytes of everything else, platform threads; then the threads that the first
 * brought beyond those of each; then the CPU microseconds a second.
 */
public final class IdleProcess {
    private IdleProcess() {}

    public static void main(String[] arguments) throws IOException, InterruptedException {
        int count = Integer.parseInt(arguments[2]);
        long settleMillis = Long.parseLong(arguments[3]);
        int threadsBefore = ManagementFactory.getThreadMXBean().getThreadCount();
        List<Client> clients = new ArrayList<>();
        clients.add(open(arguments));
        // A second one, closed again, so that what only many clients bring in is there too.
        try (Client second = open(arguments)) {
            second.find();
        }
        Thread.sleep(settleMillis);
        ProcessState first = ProcessState.now();
        for (int i = 0; i < count; i++) {
            clients.add(open(arguments));
        }
        Thread.sleep(settleMillis);
        ProcessState all = ProcessState.now();
        Thread.sleep(settleMillis);
        ProcessState later = ProcessState.now();
        double threads = (double) (all.threads() - first.threads()) / count;
        double idleMicros = (later.cpuNanos() - all.cpuNanos()) / 1e3 / ((later.nanos() - all.nanos()) / 1e9)
                / (count + 1);
        System.out.println((all.heapKilobytes() - first.heapKilobytes()) / count + " "
                + Math.max(0, all.residentKilobytes() - first.residentKilobytes()) / count + " " + threads + " "
                + (first.threads() - threadsBefore - threads) + " " + idleMicros);
        clients.forEach(Client::find);
        Runtime.getRuntime().halt(0);
    }

    private static Client open(String[] arguments) {
        Client client = Client.open(arguments[0], arguments[1]);
        client.find();
        return client;
    }
}
