package dev.bowline.simulator.server;

import dev.bowline.simulator.bson.Document;
import dev.bowline.simulator.expression.QueryError;
import dev.bowline.simulator.store.Effect;
import dev.bowline.simulator.store.Namespace;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

/** What a server says about itself, and its fail points. */
final class AdminCommands {
    /** Parameters that can be set without an effect here. */
    private static final Set<String> PARAMETERS = Set.of("logLevel", "notablescan", "ttlMonitorEnabled",
            "ttlMonitorSleepSecs", "transactionLifetimeLimitSeconds", "cursorTimeoutMillis",
            "maxTransactionLockRequestTimeoutMillis",
            "requireApiVersion", "enableTestCommands", "logComponentVerbosity", "traceExceptions", "quiet",
            "internalQueryMaxBlockingSortMemoryUsageBytes", "allowDiskUseByDefault", "diagnosticDataCollectionEnabled");

    private final Server server;

    AdminCommands(Server server) {
        this.server = server;
    }

    void register(CommandTable table) {
        table.add("ping", Command.OPEN | Command.STABLE, request -> new Document());
        table.add("buildInfo", Command.OPEN | Command.STABLE, request -> buildInfo());
        table.add("getParameter", Command.ADMIN, this::getParameter);
        table.add("setParameter", Command.ADMIN, this::setParameter);
        table.add("configureFailPoint", Command.ADMIN | Command.OPEN, this::configureFailPoint);
        table.add("shutdown", Command.ADMIN, this::shutDown);
        table.add("whatsmyuri", 0, request -> new Document("you", "127.0.0.1:" + request.connection.id()));
        table.add("listCommands", Command.OPEN, request -> listCommands(table));
        table.add("getLog", Command.ADMIN, request -> new Document("totalLinesWritten", 0).append("log", List.of()));
        table.add("features", 0, request -> new Document("js", new Document("utf8", true)));
        table.add("currentOp", Command.ADMIN, request -> new Document("inprog", List.of()));
        table.add("killOp", Command.ADMIN, request -> new Document("info", "attempting to kill op"));
        table.add("fsync", Command.ADMIN, request -> {
            if (Values.isTrue(request.body.get("lock"))) {
                throw QueryError.notSimulated("fsync with lock");
            }
            return new Document("numFiles", 1);
        });
        table.add("profile", 0, request -> {
            if (Values.number(request.body, "profile", 0) > 0) {
                throw QueryError.notSimulated("the profiler");
            }
            return new Document("was", 0).append("slowms", 100).append("sampleRate", 1.0);
        });
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
            table.add("shardCollection", Command.ADMIN | Command.WRITES, this::shardCollection);
            for (String name : List.of("enableSharding", "flushRouterConfig", "balancerStop",
                    "balancerStart",
                    "movePrimary", "split", "moveChunk")) {
                table.add(name, Command.ADMIN, request -> new Document());
            }
        }
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
                .append("requireApiVersion", server.settings().requireApiVersion())
                .append("acceptApiVersion2", server.acceptsApiVersion2())
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

    private Document shardCollection(Request request) {
        String name = Values.string(request.body, "shardCollection");
        if (name == null || name.indexOf('.') < 1) {
            throw new ServerError(ErrorCodes.INVALID_NAMESPACE, "Invalid namespace specified '" + name + "'");
        }
        Document key = Values.requiredDocument(request.body, "key", "shardCollection");
        if (key.isEmpty()) {
            throw new ServerError(ErrorCodes.BAD_VALUE, "Empty shard keys are not allowed");
        }
        Namespace namespace = Namespace.parse(name);
        Access.write(request, store -> {
            UUID uuid = store.collectionOrCreate(namespace).uuid();
            store.captured(new Effect.ShardCollection(namespace, uuid, key, Values.isTrue(request.body.get("unique"))));
            return null;
        });
        return new Document("collectionsharded", name);
    }

    private Document setParameter(Request request) {
        Document reply = new Document();
        for (Map.Entry<String, Object> entry : request.body.entrySet()) {
            String name = entry.getKey();
            if (name.equals("acceptApiVersion2")) {
                reply.append("was", server.acceptsApiVersion2());
                server.acceptApiVersion2(Values.isTrue(entry.getValue()));
            } else if (PARAMETERS.contains(name)) {
                reply.append("was", null);
            } else if (!name.equals("setParameter") && !Syntax.isGeneric(name)) {
                throw new ServerError(ErrorCodes.INVALID_OPTIONS, "attempted to set unrecognized parameter [" + name
                        + "], use help:true to see options ");
            }
        }
        if (reply.isEmpty()) {
            throw new ServerError(ErrorCodes.INVALID_OPTIONS, "no option found to set, use help:true to see options ");
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
