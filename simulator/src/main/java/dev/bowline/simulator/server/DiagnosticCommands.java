package dev.bowline.simulator.server;

import dev.bowline.simulator.bson.Document;
import dev.bowline.simulator.replication.ReplicaSet;
import dev.bowline.simulator.replication.Role;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** What shells, monitors and test suites ask a server about itself. */
final class DiagnosticCommands {
    private final Server server;

    DiagnosticCommands(Server server) {
        this.server = server;
    }

    void register(CommandTable table) {
        table.add("serverStatus", 0, request -> serverStatus());
        table.add("hostInfo", Command.ADMIN, request -> hostInfo());
        table.add("getCmdLineOpts", Command.ADMIN, request -> commandLine());
        table.add("connPoolStats", Command.ADMIN, request -> new Document("numClientConnections", 0)
                .append("numAScopedConnections", 0).append("totalInUse", 0).append("totalAvailable", 0)
                .append("totalCreated", 0).append("pools", new Document()).append("hosts", new Document()));
        table.add("lockInfo", Command.ADMIN, request -> new Document("lockInfo", List.of()));
        table.add("logRotate", Command.ADMIN, request -> new Document());
        table.add("rolesInfo", 0, request -> new Document("roles", List.of()));
        table.add("planCacheClear", 0, request -> new Document());
        table.add("planCacheListFilters", 0, request -> new Document("filters", List.of()));
        switch (server.kind()) {
            case ROUTER -> table.add("balancerStatus", Command.ADMIN, request -> new Document("mode", "full")
                    .append("inBalancerRound", false).append("numBalancerRounds", 1L));
            case STANDALONE -> {
                for (String name : List.of("replSetGetStatus", "replSetGetConfig", "replSetStepDown",
                        "replSetFreeze")) {
                    table.add(name, Command.ADMIN, request -> {
                        throw new ServerError(76, "not running with --replSet");
                    });
                }
            }
            case REPLICA_SET_MEMBER -> {
            }
        }
    }

    private Instant now() {
        return Instant.ofEpochMilli(server.currentTimeMillis());
    }

    private Document serverStatus() {
        boolean router = server.kind() == ServerKind.ROUTER;
        long uptime = TimeUnit.NANOSECONDS.toMillis(server.uptimeNanos());
        Document result = new Document("host", server.address().toString())
                .append("version", server.generation().versionString())
                .append("process", router ? "mongos" : "mongod").append("pid", 1L)
                .append("uptime", uptime / 1000.0).append("uptimeMillis", uptime)
                .append("uptimeEstimate", uptime / 1000).append("localTime", now())
                .append("asserts", zeros("regular", "warning", "msg", "user", "rollovers"))
                .append("connections", new Document("current", server.openConnections()).append("available", 1000)
                        .append("totalCreated", server.acceptedConnections()).append("active", 1))
                .append("extra_info", new Document("note", "fields vary by platform"))
                .append("network", new Document("bytesIn", 0L).append("bytesOut", 0L).append("numRequests", 0L))
                .append("opcounters", zeros("insert", "query", "update", "delete", "getmore", "command"))
                .append("metrics", new Document("cursor",
                        new Document("timedOut", 0L).append("open",
                                new Document("noTimeout", 0L).append("pinned", 0L)
                                        .append("total", (long) server.cursors().count()))));
        if (server.kind() == ServerKind.REPLICA_SET_MEMBER) {
            result.append("repl", replication());
            result.append("opcountersRepl", zeros("insert", "query", "update", "delete", "getmore", "command"));
        }
        if (!router) {
            result.append("storageEngine", new Document("name", "wiredTiger").append("supportsCommittedReads", true)
                    .append("persistent", true).append("readOnly", false));
        }
        Integer minutes = server.settings().sessionTimeoutMinutes();
        if (minutes != null) {
            result.append("logicalSessionRecordCache", new Document("activeSessionsCount", 0));
        }
        return result;
    }

    /** What hello says of the set, without what it says of the connection. */
    private Document replication() {
        ReplicaSet.View view = server.set().viewAfter(server.node(), Long.MAX_VALUE);
        Document result = new Document();
        if (server.generation().modernHello()) {
            result.append("topologyVersion", Server.topologyVersion(view));
        }
        String primaryField = server.generation().wireVersion() >= 13 ? "isWritablePrimary" : "ismaster";
        HelloCommand.replicaSet(result, primaryField, view);
        result.append("rbid", 1);
        if (view.role() == Role.PRIMARY) {
            result.append("primaryOnlyServices", new Document());
        }
        return result;
    }

    private static Document zeros(String... names) {
        Document result = new Document();
        for (String name : names) {
            result.append(name, 0L);
        }
        return result;
    }

    private Document hostInfo() {
        return new Document("system",
                new Document("currentTime", now()).append("hostname", server.address().toString())
                        .append("cpuAddrSize", 64).append("memSizeMB", 4096L).append("memLimitMB", 4096L)
                        .append("numCores", 2).append("cpuArch", "x86_64").append("numaEnabled", false))
                .append("os", new Document("type", "Linux").append("name", "Simulated").append("version", "1"))
                .append("extra", new Document());
    }

    /** How a server of this kind would have been started. */
    private Document commandLine() {
        boolean router = server.kind() == ServerKind.ROUTER;
        List<String> arguments = new ArrayList<>(List.of(router ? "mongos" : "mongod", "--bind_ip",
                server.address().host(), "--port", Integer.toString(server.address().port())));
        Document parsed = new Document("net",
                new Document("bindIp", server.address().host()).append("port", server.address().port()));
        switch (server.kind()) {
            case REPLICA_SET_MEMBER -> {
                String name = server.set().view(server.node()).configuration().setName();
                arguments.addAll(List.of("--replSet", name));
                parsed.append("replication", new Document("replSet", name));
            }
            case ROUTER -> {
                String config = "config/" + server.address();
                arguments.addAll(List.of("--configdb", config));
                parsed.append("sharding", new Document("configDB", config));
            }
            case STANDALONE -> {
            }
        }
        if (server.settings().requiresAuthentication()) {
            arguments.add("--auth");
            parsed.append("security", new Document("authorization", "enabled"));
        }
        arguments.addAll(List.of("--setParameter", "enableTestCommands=1"));
        parsed.append("setParameter", new Document("enableTestCommands", "1"));
        return new Document("argv", arguments).append("parsed", parsed);
    }
}
