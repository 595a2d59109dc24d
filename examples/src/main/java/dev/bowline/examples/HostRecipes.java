package dev.bowline.examples;

import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.egress.executor.RemoteCommandRequest;
import dev.bowline.egress.executor.RemoteCommandResponse;
import dev.bowline.egress.executor.RetryStrategy;
import dev.bowline.egress.executor.TaskExecutor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;

/** What tools do with many hosts. docs/executor.md shows and explains these methods. */
public final class HostRecipes {
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private HostRecipes() {}

    /** Health checker: asks each host again and again, and reports when one fails or recovers. */
    static AutoCloseable watchHealth(TaskExecutor executor, List<ServerAddress> hosts, Duration interval,
            BiConsumer<ServerAddress, Boolean> onChange) {
        TaskExecutor scope = executor.scope();
        Map<ServerAddress, Boolean> known = new TreeMap<>();
        for (ServerAddress host : hosts) {
            checkHealth(scope, host, interval, known, onChange);
        }
        return scope;
    }

    private static void checkHealth(TaskExecutor scope, ServerAddress host, Duration interval,
            Map<ServerAddress, Boolean> known, BiConsumer<ServerAddress, Boolean> onChange) {
        // Callbacks run one at a time, so the map needs no lock.
        scope.scheduleRemoteCommand(ping(host), args -> {
            if (args.response().status().isCanceled()) {
                return;
            }
            boolean well = args.response().isCommandOk();
            Boolean before = known.put(host, well);
            if (before == null || before != well) {
                onChange.accept(host, well);
            }
            args.executor().scheduleWorkAfter(interval, next -> {
                if (next.status().isOk()) {
                    checkHealth(scope, host, interval, known, onChange);
                }
            });
        });
    }

    /** Fleet inventory: the version of every host, or why there is none. The slowest host does not delay the others. */
    static Map<ServerAddress, String> versions(TaskExecutor executor, List<ServerAddress> hosts) {
        RetryStrategy strategy = RetryStrategy.exponential(3, Duration.ofMillis(50), Duration.ofMillis(500));
        Map<ServerAddress, CompletableFuture<String>> answers = new TreeMap<>();
        for (ServerAddress host : hosts) {
            RemoteCommandRequest buildInfo = RemoteCommandRequest
                    .to(host, "admin", new BsonDocument("buildInfo", new BsonInt32(1))).withTimeout(PATIENCE);
            answers.put(host, executor.run(buildInfo, strategy)
                    .thenApply(response -> response.reply().getString("version", new BsonString("?")).getValue())
                    .exceptionally(failure -> failure.getMessage()));
        }
        Map<ServerAddress, String> versions = new TreeMap<>();
        answers.forEach((host, answer) -> versions.put(host, answer.join()));
        return versions;
    }

    /**
     * Rolling command with dependencies: runs a command on one host after the other, each only after the one before is
     * done and answers again. Stops at the first that does not, and returns the hosts that are done.
     */
    static List<ServerAddress> roll(TaskExecutor executor, List<ServerAddress> hosts, BsonDocument command) {
        List<ServerAddress> done = new ArrayList<>();
        RetryStrategy patient = RetryStrategy.exponential(20, Duration.ofMillis(50), Duration.ofSeconds(1));
        for (ServerAddress host : hosts) {
            boolean well = executor.run(RemoteCommandRequest.to(host, "admin", command).withTimeout(PATIENCE))
                    .thenCompose(changed -> changed.isCommandOk()
                            ? executor.run(ping(host), patient)
                            : CompletableFuture.completedFuture(changed))
                    .handle((response, failure) -> failure == null && response.isCommandOk())
                    .join();
            if (!well) {
                break;
            }
            done.add(host);
        }
        return done;
    }

    /** Fan-out read: asks all hosts, takes the first good answer and cancels the others. */
    static CompletableFuture<RemoteCommandResponse> firstAnswer(TaskExecutor executor, List<ServerAddress> hosts,
            String database, BsonDocument read) {
        CompletableFuture<RemoteCommandResponse> first = new CompletableFuture<>();
        AtomicInteger left = new AtomicInteger(hosts.size());
        List<CompletableFuture<RemoteCommandResponse>> all = new ArrayList<>();
        for (ServerAddress host : hosts) {
            all.add(executor.run(RemoteCommandRequest.to(host, database, read).withTimeout(PATIENCE)));
        }
        for (CompletableFuture<RemoteCommandResponse> one : all) {
            one.whenComplete((response, failure) -> {
                if (failure == null && response.isCommandOk()) {
                    first.complete(response);
                } else if (left.decrementAndGet() == 0) {
                    first.completeExceptionally(new IllegalStateException("No host answered", failure));
                }
            });
        }
        first.whenComplete((response, failure) -> all.forEach(one -> one.cancel(true)));
        return first;
    }

    private static RemoteCommandRequest ping(ServerAddress host) {
        return RemoteCommandRequest.to(host, "admin", new BsonDocument("ping", new BsonInt32(1))).withTimeout(PATIENCE);
    }
}
