package dev.bowline.benchmarks.sidebyside;

import dev.bowline.benchmarks.canned.CannedServer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Lets contestants take turns at a task. */
public final class SideBySide implements AutoCloseable {
    private static final List<String> CONTESTANTS = List.of("bowline", "official", "socket");

    private final String uri;
    private final boolean quick;
    private final WorkerProcess server;

    /** @param uri the deployment to run against; null for the canned server in a process of its own */
    public SideBySide(@org.jspecify.annotations.Nullable String uri, boolean quick) {
        this.quick = quick;
        this.server = new WorkerProcess(true, CannedServer.class);
        this.uri = uri != null ? uri : "mongodb://127.0.0.1:" + server.readLine() + "/?replicaSet=canned";
    }

    /** One caller, everybody pinned to one CPU: for CPU, bytes and system calls. */
    public Comparison paired(Task task) {
        return compare(task, 1, false, true, task.operationsPerSlice(), quick ? 40 : 120);
    }

    /** Many callers, on all CPUs: for throughput and latency. */
    public Comparison concurrent(Task task, int callers, boolean virtual) {
        return compare(task, callers, virtual, false, Math.max(20_000, callers * 40), quick ? 6 : 20);
    }

    private Comparison compare(Task task, int callers, boolean virtual, boolean pinned, int operations, int rounds) {
        Comparison comparison = new Comparison(task, callers, virtual);
        Map<String, WorkerProcess> workers = new LinkedHashMap<>();
        try {
            for (String contestant : CONTESTANTS) {
                if (contestant.equals("socket") && callers > 100) {
                    continue;
                }
                WorkerProcess worker = new WorkerProcess(pinned, Worker.class, contestant, uri, task.title());
                worker.readLine();
                workers.put(contestant, worker);
            }
            warm(workers, operations, callers, virtual);
            long serverBefore = ProcessUsage.of(server.pid()).cpuNanos();
            long start = System.nanoTime();
            List<Map.Entry<String, WorkerProcess>> order = new ArrayList<>(workers.entrySet());
            for (int round = 0; round < rounds; round++) {
                for (Map.Entry<String, WorkerProcess> worker : order) {
                    comparison.add(worker.getKey(), worker.getValue().slice(operations, callers, virtual));
                }
                order = order.reversed();
            }
            comparison.serverCpuShare((ProcessUsage.of(server.pid()).cpuNanos() - serverBefore)
                    / (double) (System.nanoTime() - start));
        } finally {
            workers.values().forEach(WorkerProcess::close);
        }
        return comparison;
    }

    /** Until the compilers have had time to come to rest. */
    private void warm(Map<String, WorkerProcess> workers, int operations, int callers, boolean virtual) {
        long enough = TimeUnit.SECONDS.toNanos(quick ? 3 : 10);
        for (WorkerProcess worker : workers.values()) {
            long start = System.nanoTime();
            while (System.nanoTime() - start < enough) {
                worker.slice(operations, callers, virtual);
            }
        }
    }

    @Override
    public void close() {
        server.close();
    }
}
