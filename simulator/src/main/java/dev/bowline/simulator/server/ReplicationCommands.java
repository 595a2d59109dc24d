package dev.bowline.simulator.server;

import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.simulator.bson.Document;
import dev.bowline.simulator.replication.Configuration;
import dev.bowline.simulator.replication.MemberSettings;
import dev.bowline.simulator.replication.Node;
import dev.bowline.simulator.replication.ReplicaSet;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** The replSet commands. */
final class ReplicationCommands {
    private final Server server;

    ReplicationCommands(Server server) {
        this.server = server;
    }

    void register(CommandTable table) {
        if (server.kind() == ServerKind.ROUTER) {
            return;
        }
        table.add("replSetStepDown", Command.ADMIN, this::stepDown);
        table.add("replSetFreeze", Command.ADMIN, this::freeze);
        table.add("replSetGetStatus", Command.ADMIN, request -> status());
        table.add("replSetGetConfig", Command.ADMIN,
                request -> new Document("config", describe(server.set().view(server.node()).configuration())));
        table.add("replSetReconfig", Command.ADMIN, this::reconfigure);
        table.add("replSetMaintenance", Command.ADMIN, request -> {
            server.set().controls().maintenance(server.node(), Values.isTrue(request.body.get("replSetMaintenance")));
            return new Document();
        });
        table.add("replSetInitiate", Command.ADMIN, request -> {
            throw new ServerError(23, "already initialized");
        });
    }

    private Document stepDown(Request request) {
        long seconds = Values.number(request.body, "replSetStepDown", 60);
        if (seconds < 0) {
            throw new ServerError(ErrorCodes.BAD_VALUE, "stepdown period must be a positive integer");
        }
        boolean force = Values.isTrue(request.body.get("force"));
        long period = seconds == 0 ? 60 : seconds;
        long catchUp = Values.number(request.body, "secondaryCatchUpPeriodSecs", force ? 0 : 10);
        if (catchUp < 0) {
            throw new ServerError(ErrorCodes.BAD_VALUE,
                    "secondaryCatchUpPeriodSecs period must be a positive or absent");
        }
        if (period < catchUp) {
            throw new ServerError(ErrorCodes.BAD_VALUE,
                    "stepdown period must be longer than secondaryCatchUpPeriodSecs");
        }
        ReplicaSet set = server.set();
        Node node = server.node();
        if (!force && set.isWritable(node)) {
            awaitSuccessor(request, set, node, catchUp);
        }
        if (!set.controls().stepDown(node, TimeUnit.SECONDS.toNanos(period))) {
            throw new ServerError(ErrorCodes.NOT_WRITABLE_PRIMARY, "not primary so can't step down");
        }
        if (!server.generation().keepsConnectionsOnStepDown()) {
            server.closeConnections("stepped down");
            throw new ClientConnection.CloseConnectionException();
        }
        return new Document();
    }

    /** A primary does not leave before a member that can follow it has all that it has. */
    private void awaitSuccessor(Request request, ReplicaSet set, Node node, long seconds) {
        Deadline until = Deadline.afterNanos(server.environment(), TimeUnit.SECONDS.toNanos(seconds));
        boolean found = set.await(() -> set.controls().hasSuccessor(node) || !set.isWritable(node)
                || !request.connection.isOpen(), until.earlier(request.deadline));
        if (!found) {
            request.checkTime();
            throw new ServerError(262, "No electable secondaries caught up as of "
                    + Instant.ofEpochMilli(server.currentTimeMillis())
                    + ". Please use the replSetStepDown command with the argument {force: true} to force node to step "
                    + "down.");
        }
    }

    private Document freeze(Request request) {
        long seconds = Values.number(request.body, "replSetFreeze", 0);
        if (seconds < 0) {
            throw new ServerError(ErrorCodes.BAD_VALUE, "replSetFreeze must be a non-negative number of seconds");
        }
        ReplicaSet set = server.set();
        if (set.isWritable(server.node()) && seconds > 0) {
            throw new ServerError(95, "cannot freeze node when primary or running for election. state: Primary");
        }
        set.controls().notElectableFor(server.node(), TimeUnit.SECONDS.toNanos(seconds));
        return new Document();
    }

    private Document status() {
        ReplicaSet set = server.set();
        ReplicaSet.View self = set.view(server.node());
        List<Document> members = new ArrayList<>();
        for (MemberSettings member : self.configuration().members()) {
            Node node = set.node(member.id());
            boolean alive = set.isAlive(node);
            ReplicaSet.View view = set.view(node);
            Document line = new Document("_id", member.id()).append("name", member.address().toString())
                    .append("health", alive ? 1.0 : 0.0).append("state", alive ? view.role().state() : 8)
                    .append("stateStr", alive ? view.role().name() : "(not reachable/healthy)").append("uptime", 1);
            if (!member.arbiter()) {
                line.append("optime", HelloCommand.opTime(view.lastTimestamp(), view.lastTerm()))
                        .append("optimeDate", Instant.ofEpochMilli(view.lastWallMillis()));
            }
            line.append("configVersion", view.configuration().version()).append("configTerm",
                    view.configuration().term());
            if (member.id() == self.id()) {
                line.append("self", true);
            }
            members.add(line);
        }
        return new Document("set", self.configuration().setName())
                .append("date", Instant.ofEpochMilli(server.currentTimeMillis()))
                .append("myState", self.role().state()).append("term", self.term())
                .append("majorityVoteCount", self.configuration().majority())
                .append("optimes",
                        new Document("lastCommittedOpTime",
                                HelloCommand.opTime(self.commitTimestamp(), self.commitTerm()))
                                .append("appliedOpTime", HelloCommand.opTime(self.lastTimestamp(), self.lastTerm())))
                .append("members", members);
    }

    static Document describe(Configuration configuration) {
        List<Document> members = new ArrayList<>();
        for (MemberSettings member : configuration.members()) {
            Document tags = new Document();
            member.tags().entrySet().stream().sorted(Map.Entry.comparingByKey())
                    .forEach(tag -> tags.put(tag.getKey(), tag.getValue()));
            members.add(new Document("_id", member.id()).append("host", member.address().toString())
                    .append("arbiterOnly", member.arbiter()).append("buildIndexes", true)
                    .append("hidden", member.hidden())
                    .append("priority", member.priority()).append("tags", tags).append("secondaryDelaySecs", 0L)
                    .append("votes", member.votes()));
        }
        return new Document("_id", configuration.setName()).append("version", (int) configuration.version())
                .append("term", configuration.term()).append("members", members).append("protocolVersion", 1L)
                .append("settings", new Document());
    }

    /** What a server asks of the members of a configuration. */
    private static void checkMembers(List<Document> members) {
        if (members.isEmpty() || members.size() > 50) {
            throw invalid("Number of replica set members must be between 1 and 50, but is " + members.size());
        }
        Set<Object> seen = new HashSet<>();
        int voters = 0;
        for (Document member : members) {
            double priority = member.get("priority") instanceof Number n ? n.doubleValue() : 1;
            long votes = Values.number(member, "votes", 1);
            if (!(priority >= 0 && priority <= 1000)) {
                throw invalid("Member priority must be between 0 and 1000, but is " + priority);
            }
            if (votes != 0 && votes != 1) {
                throw invalid("Member votes must be 0 or 1, but is " + votes);
            }
            if (Values.isTrue(member.get("hidden")) && priority > 0) {
                throw invalid("Priority must be 0 when hidden=true");
            }
            if (votes == 0 && priority > 0) {
                throw invalid("Priority must be 0 when non-voting (votes:0)");
            }
            if (!seen.add(Values.number(member, "_id", -1)) || !seen.add(String.valueOf(member.get("host")))) {
                throw invalid("Found two members with the same _id or host: " + member.get("host"));
            }
            voters += (int) votes;
        }
        if (voters < 1 || voters > 7) {
            throw invalid("Replica set configuration must contain between 1 and 7 voting members, but has " + voters);
        }
    }

    private static ServerError invalid(String message) {
        return new ServerError(103, message);
    }

    private Document reconfigure(Request request) {
        Document config = Values.requiredDocument(request.body, "replSetReconfig", "replSetReconfig");
        ReplicaSet set = server.set();
        Node node = server.node();
        if (!set.isWritable(node)) {
            throw new ServerError(ErrorCodes.NOT_WRITABLE_PRIMARY,
                    "New config is rejected :: caused by :: not primary");
        }
        Configuration current = set.view(node).configuration();
        if (!current.setName().equals(config.get("_id"))) {
            throw new ServerError(103, "New and old configurations differ in replica set name");
        }
        List<Document> wanted = Values.documents(config, "members");
        checkMembers(wanted);
        if (config.get("version") instanceof Number version && version.longValue() <= current.version()
                && !Values.isTrue(request.body.get("force"))) {
            throw new ServerError(103, "New replica set configuration version must be greater than old, but "
                    + version.longValue() + " is not greater than " + current.version() + " for replica set "
                    + current.setName());
        }
        List<MemberSettings> members = new ArrayList<>();
        for (Document member : wanted) {
            int id = (int) Values.number(member, "_id", -1);
            if (id < 0 || id >= set.nodes().size()) {
                throw new ServerError(103,
                        "The simulator adds members by its own controls; member " + id + " is not known");
            }
            Map<String, String> tags = new LinkedHashMap<>();
            Values.documentOrEmpty(member, "tags").forEach((name, value) -> tags.put(name, String.valueOf(value)));
            members.add(new MemberSettings(id, ServerAddress.parse(String.valueOf(member.get("host"))),
                    member.get("priority") instanceof Number n ? n.doubleValue() : 1,
                    (int) Values.number(member, "votes", 1),
                    Values.isTrue(member.get("hidden")), Values.isTrue(member.get("arbiterOnly")), Map.copyOf(tags)));
        }
        set.controls().reconfigure(node,
                () -> new Configuration(current.setName(), current.version() + 1, 0, List.copyOf(members)));
        return new Document();
    }
}
