package dev.bowline.driver.topology;

import dev.bowline.egress.connection.Connection;
import dev.bowline.egress.connection.ConnectionFactory;
import dev.bowline.egress.connection.ConnectionSettings;
import dev.bowline.egress.connection.Connector;
import dev.bowline.egress.connection.WireVersions;
import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.environment.Environment;
import dev.bowline.egress.wire.FastCodecs;
import dev.bowline.egress.wire.OpCode;
import dev.bowline.egress.wire.RequestWriter;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.codecs.EncoderContext;
import org.jspecify.annotations.Nullable;

/** A monitor's connection over the wire protocol. */
final class WireMonitorConnection implements MonitorConnection {
    private static final EncoderContext ENCODER_CONTEXT = EncoderContext.builder().build();

    private final Connection connection;

    private WireMonitorConnection(Connection connection) {
        this.connection = connection;
    }

    static Factory factory(Environment environment, ConnectionSettings settings) {
        Connector connector = ConnectionFactory.forMonitoring(environment, settings);
        return (id, address, deadline, establishment) -> new WireMonitorConnection(
                connector.connect(id, address, deadline, establishment));
    }

    @Override
    public @Nullable Long serverConnectionId() {
        return connection.description().serverConnectionId();
    }

    @Override
    public BsonDocument handshakeReply() {
        return connection.description().helloReply();
    }

    @Override
    public long handshakeNanos() {
        return connection.description().helloNanos();
    }

    @Override
    public BsonDocument hello(BsonDocument command, boolean exhaustAllowed, Deadline deadline) {
        RequestWriter request = connection.request(exhaustAllowed ? OpCode.EXHAUST_ALLOWED : 0);
        FastCodecs.bsonDocument().encode(request.body(), command.append("$db", new BsonString("admin")),
                ENCODER_CONTEXT);
        return connection.exchange(request, deadline).toDocument();
    }

    @Override
    public boolean moreToCome() {
        return connection.hasMoreToCome();
    }

    @Override
    public BsonDocument next(Deadline deadline) {
        return connection.receive(deadline).toDocument();
    }

    /**
     * To a server so old that it does not know the messages of today only the first hello of a connection can be put;
     * it would close the connection on another, and seem to have vanished instead of being too old.
     */
    @Override
    public boolean isOpen() {
        return connection.isOpen() && connection.description().maxWireVersion() >= WireVersions.MIN;
    }

    @Override
    public void abort(RuntimeException reason) {
        connection.abort(reason);
    }

    @Override
    public void close() {
        connection.close();
    }
}
