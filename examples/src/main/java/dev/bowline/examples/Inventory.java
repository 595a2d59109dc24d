package dev.bowline.examples;

import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.egress.executor.ExecutorSettings;
import dev.bowline.egress.executor.NetworkTaskExecutor;
import dev.bowline.egress.executor.RemoteCommandRequest;
import dev.bowline.egress.executor.RemoteCommandResponse;
import dev.bowline.egress.executor.TaskExecutor;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;

/**
 * Prints a live inventory of the hosts given as arguments, with version, role and round trip. One host that does not
 * answer delays no other.
 *
 * <pre>
 * java dev.bowline.examples.Inventory localhost:27017 db1.example.com db2.example.com
 * </pre>
 */
public final class Inventory {
    private static final Duration PATIENCE = Duration.ofSeconds(2);
    private static final Duration INTERVAL = Duration.ofSeconds(1);

    private Inventory() {}

    public static void main(String[] arguments) throws InterruptedException {
        List<ServerAddress> hosts = new ArrayList<>();
        for (String argument : arguments) {
            hosts.add(ServerAddress.parse(argument));
        }
        try (TaskExecutor executor = NetworkTaskExecutor.create("inventory", ExecutorSettings.defaults())) {
            executor.startup();
            while (!hosts.isEmpty()) {
                print(executor, hosts, System.out);
                Thread.sleep(INTERVAL);
            }
        }
    }

    /** Asks all hosts at once and prints a line for each. */
    static void print(TaskExecutor executor, List<ServerAddress> hosts, PrintStream out) {
        List<CompletableFuture<String>> lines = new ArrayList<>();
        for (ServerAddress host : hosts) {
            CompletableFuture<RemoteCommandResponse> hello = executor.run(command(host, "hello"));
            CompletableFuture<RemoteCommandResponse> build = executor.run(command(host, "buildInfo"));
            lines.add(hello.thenCombine(build, (role, version) -> describe(host, role, version))
                    .exceptionally(failure -> "%-28s %s".formatted(host, failure.getMessage())));
        }
        out.println("%-28s %-10s %-10s %s".formatted("HOST", "VERSION", "ROLE", "ROUND TRIP"));
        lines.forEach(line -> out.println(line.join()));
    }

    private static RemoteCommandRequest command(ServerAddress host, String name) {
        return RemoteCommandRequest.to(host, "admin", new BsonDocument(name, new BsonInt32(1))).withTimeout(PATIENCE);
    }

    private static String describe(ServerAddress host, RemoteCommandResponse hello, RemoteCommandResponse build) {
        String version = build.reply().getString("version", new BsonString("?")).getValue();
        return "%-28s %-10s %-10s %.1f ms".formatted(host, version, role(hello.reply()),
                hello.elapsed().toNanos() / 1e6);
    }

    private static String role(BsonDocument hello) {
        if (hello.getString("msg", new BsonString("")).getValue().equals("isdbgrid")) {
            return "mongos";
        }
        if (!hello.containsKey("setName")) {
            return "standalone";
        }
        boolean primary = hello.getBoolean("isWritablePrimary", hello.getBoolean("ismaster", BsonBoolean.FALSE))
                .getValue();
        return primary
                ? "primary"
                : hello.getBoolean("secondary", BsonBoolean.FALSE).getValue() ? "secondary" : "other";
    }
}
