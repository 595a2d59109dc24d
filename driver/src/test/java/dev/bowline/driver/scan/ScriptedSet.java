package dev.bowline.driver.scan;

import dev.bowline.doubles.ConnectionDouble;
import dev.bowline.egress.connection.Connection;
import dev.bowline.egress.connection.ConnectionDescription;
import dev.bowline.egress.connection.Connector;
import dev.bowline.egress.connection.Establishment;
import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.error.FailurePhase;
import dev.bowline.error.MongoCommandException;
import dev.bowline.error.MongoSocketException;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonObjectId;
import org.bson.BsonString;
import org.bson.types.ObjectId;

/** Members of a set that answer from a script, without a network. */
final class ScriptedSet implements Connector {
    static final class Member {
        boolean up = true;
        /** What the next command other than hello answers instead of {@code ok: 1}; once. */
        BsonDocument nextReply;
        boolean breaksOnce;
        /** What the next command or check throws; once. */
        RuntimeException fails;
        int maxWireVersion = 21;
        /** Of its topology version. */
        long counter = 5;
    }

    private static final ObjectId PROCESS = new ObjectId("65f000000000000000000001");
    private static final int MAX_LOG = 1_000;

    final TreeMap<ServerAddress, Member> members = new TreeMap<>();
    final List<String> log = new ArrayList<>();
    ServerAddress primary;

    ScriptedSet(String... hosts) {
        for (String host : hosts) {
            members.put(ServerAddress.parse(host), new Member());
        }
        primary = members.firstKey();
    }

    Member member(String host) {
        return members.get(ServerAddress.parse(host));
    }

    @Override
    public Connection connect(long id, ServerAddress address, Deadline deadline, Establishment establishment) {
        note("connect " + address.host());
        Member member = members.get(address);
        if (member == null || !member.up) {
            throw new MongoSocketException("refused", address, FailurePhase.CONNECTING, false, null);
        }
        BsonDocument hello = hello(address);
        ConnectionDescription description = new ConnectionDescription(address, id, null, null, 0, 21, 16 << 20,
                48_000_000, 100_000, 30, null, hello, 1);
        return new ScriptedConnection(address, member, description);
    }

    /** A client that asks without end would stop virtual time, and with it the test. */
    private void note(String request) {
        if (log.size() >= MAX_LOG) {
            throw new IllegalStateException("The client asked " + MAX_LOG + " times, the last time: " + request);
        }
        log.add(request);
    }

    static BsonDocument version(long counter) {
        return new BsonDocument("processId", new BsonObjectId(PROCESS)).append("counter", new BsonInt64(counter));
    }

    private BsonDocument hello(ServerAddress address) {
        BsonArray hosts = new BsonArray();
        members.keySet().forEach(host -> hosts.add(new BsonString(host.toString())));
        BsonDocument reply = new BsonDocument("ok", new BsonInt32(1)).append("helloOk", BsonBoolean.TRUE)
                .append("isWritablePrimary", BsonBoolean.valueOf(address.equals(primary)))
                .append("secondary", BsonBoolean.valueOf(!address.equals(primary)))
                .append("setName", new BsonString("rs")).append("hosts", hosts)
                .append("me", new BsonString(address.toString()))
                .append("topologyVersion", version(members.get(address).counter))
                .append("minWireVersion", new BsonInt32(0))
                .append("maxWireVersion", new BsonInt32(members.get(address).maxWireVersion));
        if (primary != null) {
            reply.append("primary", new BsonString(primary.toString()));
        }
        return reply;
    }

    private final class ScriptedConnection extends ConnectionDouble {
        private final ServerAddress address;
        private final Member member;

        ScriptedConnection(ServerAddress address, Member member, ConnectionDescription description) {
            super(description);
            this.address = address;
            this.member = member;
        }

        @Override
        public BsonDocument command(String database, BsonDocument command, Deadline deadline) {
            note(command.getFirstKey() + " " + address.host());
            if (member.fails != null) {
                RuntimeException failure = member.fails;
                member.fails = null;
                breakDown();
                throw failure;
            }
            if (!member.up || member.breaksOnce) {
                member.breaksOnce = false;
                breakDown();
                throw new MongoSocketException("broken", address, FailurePhase.RECEIVING, true, null);
            }
            if (command.getFirstKey().equals("hello")) {
                return hello(address);
            }
            BsonDocument reply = member.nextReply == null
                    ? new BsonDocument("ok", new BsonInt32(1)).append("from", new BsonString(address.host()))
                    : member.nextReply;
            member.nextReply = null;
            if (reply.getInt32("ok").getValue() == 0) {
                throw new MongoCommandException(reply, address);
            }
            return reply;
        }
    }
}
