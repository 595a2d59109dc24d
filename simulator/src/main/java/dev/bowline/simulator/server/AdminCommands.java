package dev.bowline.simulator.server;

import de.bwaldvogel.mongo.bson.Document;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** What a server says about itself, and its fail points. */
final class AdminCommands {
    private final Server server;

    AdminCommands(Server server) {
        this.server = server;
    }

    void register(CommandTable table) {
        table.add("ping", Command.OPEN | Command.STABLE, request -> new Document());
        table.add("buildInfo", Command.OPEN | Command.STABLE, request -> buildInfo());
        table.add("getParameter", Command.ADMIN, this::getParameter);
        table.add("setParameter", Command.ADMIN, request -> new Document("was", null));
        table.add("configureFailPoint", Command.ADMIN | Command.OPEN, this::configureFailPoint);
        table.add("shutdown", Command.ADMIN, this::shutDown);
        table.add("whatsmyuri", 0, request -> new Document("you", "127.0.0.1:" + request.connection.id()));
        table.add("serverStatus", 0, request -> serverStatus());
        table.add("hostInfo", Command.ADMIN, request -> new Document("system",
                new Document("hostname", server.address().host()).append("currentTime", now()))
                .append("os", new Document("type", "Linux")));
        table.add("listCommands", Command.OPEN, request -> listCommands(table));
        table.add("getCmdLineOpts", Command.ADMIN,
                request -> new Document("argv", List.of("mongod")).append("parsed", new Document()));
        table.add("getLog", Command.ADMIN, request -> new Document("totalLinesWritten", 0).append("log", List.of()));
        table.add("features", 0, request -> new Document("js", new Document("utf8", true)));
        table.add("currentOp", Command.ADMIN, request -> new Document("inprog", List.of()));
        table.add("killOp", Command.ADMIN, request -> new Document("info", "attempting to kill op"));
        table.add("fsync", Command.ADMIN, request -> new Document("numFiles", 1));
        table.add("profile", 0, request -> new Document("was", 0).append("slowms", 100).append("sampleRate", 1.0));
        table.add("top", Command.ADMIN, request -> new Document("totals", new Document()));
        table.add("logMessage", Command.ADMIN, request -> new Document());
        table.add("setFeatureCompatibilityVersion", Command.ADMIN, request -> new Document());
        table.add("testVersion2", 0, request -> new Document());
        table.add("testDeprecation", Command.STABLE, request -> new Document());
        table.add("testVersions1And2", Command.STABLE, request -> new Document());
        table.add("testDeprecationInVersion2", Command.STABLE, request -> new Document());
        if (server.generation().wireVersion() < 19) {
            table.add("getnonce", Command.OPEN, request -> new Document("nonce", "2375531c32080ae8"));
        }
        if (server.generation().wireVersion() < 14) {
            table.add("getLastError", 0, request -> new Document("err", null).append("n", 0));
        }
        if (server.kind() == ServerKind.ROUTER) {
            if (server.generation().wireVersion() >= 21) {
                table.add("checkMetadataConsistency", 0, request -> new Document("cursor", new Document("id", 0L)
                        .append("ns", request.database + ".$cmd.aggregate").append("firstBatch", List.of())));
            }
            table.add("isdbgrid", 0,
                    request -> new Document("isdbgrid", 1).append("hostname", server.address().host()));
            table.add("listShards", Command.ADMIN,
                    request -> new Document("shards", List.of(new Document("_id", "shard01")
                            .append("host", "shard01/" + server.address()).append("state", 1))));
            table.add("checkMetadataConsistency", 0, request -> new Document("cursor", new Document("id", 0L)
                    .append("ns", request.database + ".$cmd.aggregate").append("firstBatch", List.of())));
            for (String name : List.of("enableSharding", "shardCollection", "flushRouterConfig", "balancerStop",
                    "balancerStart",
                    "movePrimary", "split", "moveChunk")) {
                table.add(name, Command.ADMIN, request -> new Document());
            }
        }
    }

    private Instant now() {
        return Instant.ofEpochMilli(server.currentTimeMillis());
    }

    private Document buildInfo() {
        return new Document("version", server.generation().versionString()).append("gitVersion", "simulated")
                .append("modules", List.of()).append("allocator", "system").append("javascriptEngine", "none")
                .append("sysInfo", "deprecated")
                .append("versionArray", server.generation().version()).append("bits", 64).append("debug", false)
                .append("maxBsonObjectSize", 16 * 1024 * 1024).append("storageEngines", List.of("wiredTiger"));
    }

    private Document getParameter(Request request) {
        Document all = new Document("enableTestCommands", 1)
                .append("authenticationMechanisms", List.of("MONGODB-X509", "SCRAM-SHA-1", "SCRAM-SHA-256"))
                .append("requireApiVersion", server.settings().requireApiVersion()).append("acceptApiVersion2", false)
                .append("featureCompatibilityVersion", new Document("version",
                        server.generation().version().get(0) + "." + server.generation().version().get(1)))
                .append("transactionLifetimeLimitSeconds", 60).append("logLevel", 0)
                .append("logicalSessionRefreshMillis", 300_000)
                .append("localLogicalSessionTimeoutMinutes", 30);
        Object which = request.body.get("getParameter");
        boolean everything = "*".equals(which)
                || (which instanceof Document options && Values.isTrue(options.get("allParameters")));
        Document reply = new Document();
        for (Map.Entry<String, Object> entry : all.entrySet()) {
            if (everything || request.body.containsKey(entry.getKey())) {
                reply.put(entry.getKey(), entry.getValue());
            }
        }
        if (reply.isEmpty()) {
            throw new ServerError(ErrorCodes.INVALID_OPTIONS, "no option found to get");
        }
        return reply;
    }

    private Document configureFailPoint(Request request) {
        return new Document("count", server.configureFailPoint(request.body));
    }

    private Document shutDown(Request request) {
        server.shutDown(TimeUnit.SECONDS.toNanos(Values.number(request.body, "timeoutSecs", 15)));
        // Not answered: the client sees its connection end.
        throw new ClientConnection.CloseConnectionException();
    }

    private Document serverStatus() {
        Document result = new Document("host", server.address().toString())
                .append("version", server.generation().versionString())
                .append("process", server.kind() == ServerKind.ROUTER ? "mongos" : "mongod").append("pid", 1L)
                .append("uptime", 1.0).append("uptimeMillis", 1000L).append("localTime", now())
                .append("connections", new Document("current", server.openConnections()).append("available", 1000)
                        .append("totalCreated", server.acceptedConnections()))
                .append("metrics", new Document("cursor",
                        new Document("open",
                                new Document("total", (long) server.cursors().count()).append("pinned", 0L))));
        if (server.kind() != ServerKind.ROUTER) {
            result.append("storageEngine", new Document("name", "wiredTiger").append("supportsCommittedReads", true));
        }
        return result;
    }

    private static Document listCommands(CommandTable table) {
        Document commands = new Document();
        for (Command command : table.commands().values()) {
            List<String> versions = new ArrayList<>();
            if (command.is(Command.STABLE)) {
                versions.add("1");
            }
            commands.put(command.name(),
                    new Document("help", command.name()).append("requiresAuth", !command.is(Command.OPEN))
                            .append("secondaryOk", !command.is(Command.WRITES))
                            .append("adminOnly", command.is(Command.ADMIN))
                            .append("apiVersions", versions));
        }
        return new Document("commands", commands);
    }
}
