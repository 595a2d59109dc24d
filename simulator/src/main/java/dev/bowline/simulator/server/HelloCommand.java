package dev.bowline.simulator.server;

import dev.bowline.egress.environment.Deadline;
import dev.bowline.simulator.bson.Document;
import dev.bowline.simulator.replication.Configuration;
import dev.bowline.simulator.replication.MemberSettings;
import dev.bowline.simulator.replication.ReplicaSet;
import dev.bowline.simulator.replication.Role;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.bson.BsonTimestamp;
import org.bson.types.ObjectId;
import org.jspecify.annotations.Nullable;

/** {@code hello} and its old names: plain, awaitable, and as a stream. */
final class HelloCommand {
    private final Server server;

    HelloCommand(Server server) {
        this.server = server;
    }

    void register(CommandTable table) {
        table.add("hello", Command.OPEN | Command.STABLE, request -> run(request, true));
        // Not part of the stable API by name, but clients that declare one still shake hands with it.
        table.add("isMaster", Command.OPEN | Command.STABLE, request -> run(request, false));
    }

    /**
     * The request that follows in a stream of replies: the same one, with the topology version just sent. Null if this
     * is not such a stream.
     */
    static @Nullable Document nextOfExhaust(Document body, Document reply) {
        if (!body.containsKey("maxAwaitTimeMS") || !(reply.get("topologyVersion") instanceof Document version)
                || !Values.isTrue(reply.get("ok"))) {
            return null;
        }
        Document next = body.clone();
        next.put("topologyVersion", version);
        return next;
    }

    static @Nullable String appName(Document body) {
        return body.get("client") instanceof Document metadata
                && metadata.get("application") instanceof Document application
                && application.get("name") instanceof String name ? name : null;
    }

    private Document run(Request request, boolean modern) {
        Document body = request.body;
        ClientConnection connection = request.connection;
        if (body.get("client") instanceof Document metadata) {
            if (connection.clientMetadata != null) {
                throw new ServerError(186, "The client metadata document may only be sent in the first hello");
            }
            ClientMetadata.check(metadata);
            connection.clientMetadata = metadata;
            connection.appName = appName(body);
        }
        if (Values.isTrue(body.get("loadBalanced")) && server.serviceId() != null) {
            connection.loadBalanced = true;
        }
        if (server.generation().modernHello() && (modern || Values.isTrue(body.get("helloOk")))) {
            connection.knowsHello = true;
        }
        long seen = await(request);
        if (server.isShuttingDown()) {
            throw new ServerError(91, "The server is in quiesce mode and will shut down", null,
                    server.generation().modernHello()
                            ? new Document("topologyVersion", server.topologyVersion())
                            : new Document());
        }
        ReplicaSet.View view = server.kind() == ServerKind.REPLICA_SET_MEMBER
                ? server.set().viewAfter(server.node(), seen)
                : null;
        Document reply = new Document();
        if (server.generation().modernHello()) {
            if (Values.isTrue(body.get("helloOk")) && !modern) {
                reply.append("helloOk", true);
            }
            reply.append("topologyVersion", view == null ? server.topologyVersion() : Server.topologyVersion(view));
        }
        describe(reply, modern, connection, view);
        compression(reply, body, connection);
        AuthCommands auth = server.auth();
        auth.mechanismsFor(reply, body);
        auth.speculate(reply, body, request);
        return reply;
    }

    /**
     * Waits as long as the client wishes. Returns the change up to which it knows this server; all if it asks for none.
     */
    private long await(Request request) {
        Document body = request.body;
        boolean hasVersion = body.get("topologyVersion") instanceof Document;
        boolean hasTime = body.containsKey("maxAwaitTimeMS");
        if (!server.generation().modernHello() || (!hasVersion && !hasTime)) {
            return Long.MAX_VALUE;
        }
        if (hasVersion != hasTime) {
            throw new ServerError(hasVersion ? 31368 : 51759,
                    "A request with a 'topologyVersion' must include 'maxAwaitTimeMS', and the other way round");
        }
        Document version = (Document) body.get("topologyVersion");
        Document current = server.topologyVersion();
        if (version == null || !Objects.equals(current.get("processId"), version.get("processId"))) {
            return Long.MAX_VALUE;
        }
        long counter = Values.number(version, "counter", -1);
        if (counter > Values.number(current, "counter", 0)) {
            throw new ServerError(31382, "Received a topology version with counter: " + counter
                    + " which is greater than the server topology version counter: " + current.get("counter"));
        }
        Deadline until = Deadline.afterNanos(server.environment(),
                TimeUnit.MILLISECONDS.toNanos(Values.number(body, "maxAwaitTimeMS", 0)));
        server.topologyWaiters().await(() -> !version.equals(server.topologyVersion()) || server.isShuttingDown()
                || !request.connection.isOpen(), until);
        return counter;
    }

    private void describe(Document reply, boolean modern, ClientConnection connection,
            ReplicaSet.@Nullable View view) {
        String primaryField = modern ? "isWritablePrimary" : "ismaster";
        switch (server.kind()) {
            case STANDALONE -> reply.append(primaryField, true);
            case ROUTER -> {
                reply.append(primaryField, true).append("msg", "isdbgrid");
                if (connection.loadBalanced) {
                    reply.put("serviceId", server.serviceId());
                }
            }
            case REPLICA_SET_MEMBER -> replicaSet(reply, primaryField, Objects.requireNonNull(view));
        }
        reply.append("maxBsonObjectSize", 16 * 1024 * 1024).append("maxMessageSizeBytes", 48_000_000)
                .append("maxWriteBatchSize", 100_000)
                .append("localTime", Instant.ofEpochMilli(server.currentTimeMillis()));
        Integer sessionMinutes = server.settings().sessionTimeoutMinutes();
        if (sessionMinutes != null) {
            reply.append("logicalSessionTimeoutMinutes", sessionMinutes);
        }
        if (server.generation().wireVersion() >= 8) {
            reply.append("connectionId", connection.id());
        }
        reply.append("minWireVersion", server.settings().minWireVersion())
                .append("maxWireVersion", server.generation().wireVersion()).append("readOnly", false);
    }

    static void replicaSet(Document reply, String primaryField, ReplicaSet.View view) {
        Configuration configuration = view.configuration();
        if (view.role() == Role.REMOVED) {
            reply.append(primaryField, false).append("secondary", false)
                    .append("info", "Does not have a valid replica set config")
                    .append("isreplicaset", true);
            return;
        }
        List<String> hosts = new ArrayList<>();
        List<String> passives = new ArrayList<>();
        List<String> arbiters = new ArrayList<>();
        for (MemberSettings member : configuration.members()) {
            if (!member.hidden()) {
                (member.arbiter() ? arbiters : member.passive() ? passives : hosts).add(member.address().toString());
            }
        }
        reply.append("hosts", hosts);
        if (!passives.isEmpty()) {
            reply.append("passives", passives);
        }
        if (!arbiters.isEmpty()) {
            reply.append("arbiters", arbiters);
        }
        reply.append("setName", configuration.setName()).append("setVersion", (int) configuration.version())
                .append(primaryField, view.role() == Role.PRIMARY).append("secondary", view.role() == Role.SECONDARY);
        Integer primary = view.primaryId();
        MemberSettings primarySettings = primary == null ? null : configuration.member(primary);
        if (primarySettings != null) {
            reply.append("primary", primarySettings.address().toString());
        }
        MemberSettings self = configuration.member(view.id());
        if (self != null) {
            if (self.arbiter()) {
                reply.append("arbiterOnly", true);
            }
            if (self.passive() || self.hidden()) {
                reply.append("passive", true);
            }
            if (self.hidden()) {
                reply.append("hidden", true);
            }
            if (!self.tags().isEmpty()) {
                Document tags = new Document();
                self.tags().entrySet().stream().sorted(java.util.Map.Entry.comparingByKey())
                        .forEach(tag -> tags.put(tag.getKey(), tag.getValue()));
                reply.append("tags", tags);
            }
            reply.append("me", self.address().toString());
        }
        if (view.role() == Role.PRIMARY) {
            reply.append("electionId", electionId(view.term()));
        }
        if (view.role() != Role.ARBITER) {
            reply.append("lastWrite", new Document("opTime", opTime(view.lastTimestamp(), view.lastTerm()))
                    .append("lastWriteDate", Instant.ofEpochMilli(view.lastWallMillis() / 1000 * 1000))
                    .append("majorityOpTime", opTime(view.commitTimestamp(), view.commitTerm()))
                    .append("majorityWriteDate", Instant.ofEpochMilli(view.lastWallMillis() / 1000 * 1000)));
        }
    }

    static Document opTime(long timestamp, long term) {
        return new Document("ts", new BsonTimestamp(timestamp)).append("t", term);
    }

    static ObjectId electionId(long term) {
        ByteBuffer bytes = ByteBuffer.allocate(12);
        bytes.putInt(0x7fffffff).putLong(term);
        return new ObjectId(bytes.array());
    }

    private void compression(Document reply, Document body, ClientConnection connection) {
        if (body.get("compression") instanceof List<?> offered && !offered.isEmpty()) {
            List<String> agreed = new ArrayList<>();
            for (Object name : offered) {
                if (name instanceof String text && server.settings().compressors().contains(text)) {
                    agreed.add(text);
                }
            }
            connection.negotiated = Compression.negotiate(offered, server.settings().compressors());
            if (!agreed.isEmpty()) {
                reply.append("compression", agreed);
            }
        }
    }
}
