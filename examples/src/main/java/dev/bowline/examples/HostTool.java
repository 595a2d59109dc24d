package dev.bowline.examples;

import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.egress.executor.ExecutorSettings;
import dev.bowline.egress.executor.NetworkTaskExecutor;
import dev.bowline.egress.executor.RemoteCommandRequest;
import dev.bowline.egress.executor.RemoteCommandResponse;
import dev.bowline.egress.executor.TaskExecutor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.jspecify.annotations.Nullable;

/** A tool for many hosts: fan-out, deadlines, a cancellation, a command with many replies, and a pinned connection. */
public final class HostTool {
    private static final Duration LIMIT = Duration.ofSeconds(2);

    private HostTool() {}

    /** Arguments: the hosts. Each must be a member of a replica set or a router. */
    public static void main(String[] hosts) {
        run(Arrays.stream(hosts).map(ServerAddress::parse).toList()).forEach(System.out::println);
    }

    static List<String> run(List<ServerAddress> hosts) {
        try (TaskExecutor executor = NetworkTaskExecutor.create("tool", ExecutorSettings.defaults())) {
            executor.startup();
            List<String> lines = new ArrayList<>(greet(executor, hosts));
            lines.add(cancel(executor, hosts.get(0)));
            lines.add(heartbeats(executor, hosts.get(0)));
            lines.add(overOneConnection(executor, hosts.get(0)));
            return lines;
        }
    }

    /** Asks all hosts at once. Each has its own deadline, so a host that is gone costs the others nothing. */
    static List<String> greet(TaskExecutor executor, List<ServerAddress> hosts) {
        List<CompletableFuture<String>> answers = hosts.stream()
                .map(host -> executor.run(hello(host).withTimeout(LIMIT))
                        .thenApply(response -> host + " speaks wire version " + response.reply().get("maxWireVersion"))
                        .exceptionally(failure -> host + " failed: " + failure.getMessage()))
                .toList();
        return answers.stream().map(CompletableFuture::join).toList();
    }

    /** Starts a command that the server holds for an hour, and cancels it. Closing the scope would cancel it too. */
    static String cancel(TaskExecutor executor, ServerAddress host) {
        try (TaskExecutor scope = executor.scope()) {
            CompletableFuture<RemoteCommandResponse> held = scope.run(nextHello(executor, host, Duration.ofHours(1)));
            held.cancel(true);
            return "canceled: " + held.isCancelled();
        }
    }

    /** Takes two heartbeats of the stream that a host sends, and breaks the stream off. */
    static String heartbeats(TaskExecutor executor, ServerAddress host) {
        CompletableFuture<Integer> taken = new CompletableFuture<>();
        executor.runExhaust(nextHello(executor, host, Duration.ofMillis(50))).subscribe(new Flow.Subscriber<>() {
            private int count;
            private Flow.@Nullable Subscription subscription;

            @Override
            public void onSubscribe(Flow.Subscription given) {
                subscription = given;
                given.request(2);
            }

            @Override
            public void onNext(RemoteCommandResponse response) {
                if (++count == 2 && subscription != null) {
                    subscription.cancel();
                    taken.complete(count);
                }
            }

            @Override
            public void onError(Throwable failure) {
                taken.completeExceptionally(failure);
            }

            @Override
            public void onComplete() {
                taken.complete(count);
            }
        });
        return "heartbeats: " + taken.join();
    }

    /** Runs two commands over one connection, which the server knows by its number. */
    static String overOneConnection(TaskExecutor executor, ServerAddress host) {
        try (TaskExecutor pinned = executor.pinnedTo(host, LIMIT)) {
            return "same connection: " + pinned.run(hello(host)).thenCombine(pinned.run(hello(host)),
                    (one, other) -> connectionId(one) == connectionId(other)).join();
        }
    }

    private static long connectionId(RemoteCommandResponse response) {
        return response.reply().getNumber("connectionId").longValue();
    }

    private static RemoteCommandRequest hello(ServerAddress host) {
        return RemoteCommandRequest.to(host, "admin", new BsonDocument("hello", new BsonInt32(1)));
    }

    /** A hello that the server answers when something changes, or after this time. */
    private static RemoteCommandRequest nextHello(TaskExecutor executor, ServerAddress host, Duration limit) {
        BsonDocument known = executor.run(hello(host).withTimeout(LIMIT)).join().reply();
        return RemoteCommandRequest.to(host, "admin", new BsonDocument("hello", new BsonInt32(1))
                .append("topologyVersion", known.getDocument("topologyVersion"))
                .append("maxAwaitTimeMS", new BsonInt32((int) limit.toMillis())));
    }
}
