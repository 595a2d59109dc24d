package dev.bowline.benchmarks.pool;

import com.mongodb.connection.ConnectionDescription;
import com.mongodb.connection.ServerConnectionState;
import com.mongodb.connection.ServerDescription;
import com.mongodb.connection.ServerId;
import com.mongodb.internal.async.SingleResultCallback;
import com.mongodb.internal.connection.CommandMessage;
import com.mongodb.internal.connection.InternalConnection;
import com.mongodb.internal.connection.OperationContext;
import com.mongodb.internal.connection.ResponseBuffers;
import java.util.List;
import org.bson.ByteBuf;
import org.bson.codecs.Decoder;

/** The same as {@link IdleConnection} for the official driver. */
final class OfficialConnection implements InternalConnection {
    private final ConnectionDescription description;
    private final ServerDescription server;
    private volatile boolean open;

    OfficialConnection(ServerId id) {
        description = new ConnectionDescription(id);
        server = ServerDescription.builder().address(id.getAddress()).state(ServerConnectionState.CONNECTED).build();
    }

    @Override
    public ConnectionDescription getDescription() {
        return description;
    }

    @Override
    public ServerDescription getInitialServerDescription() {
        return server;
    }

    @Override
    public void open(OperationContext context) {
        open = true;
    }

    @Override
    public void openAsync(OperationContext context, SingleResultCallback<Void> callback) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void close() {
        open = false;
    }

    @Override
    public boolean opened() {
        return open;
    }

    @Override
    public boolean isClosed() {
        return !open;
    }

    @Override
    public int getGeneration() {
        return 0;
    }

    @Override
    public <T> T sendAndReceive(CommandMessage message, Decoder<T> decoder, OperationContext context) {
        throw new UnsupportedOperationException();
    }

    @Override
    public <T> void send(CommandMessage message, Decoder<T> decoder, OperationContext context) {
        throw new UnsupportedOperationException();
    }

    @Override
    public <T> T receive(Decoder<T> decoder, OperationContext context) {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean hasMoreToCome() {
        return false;
    }

    @Override
    public <T> void sendAndReceiveAsync(CommandMessage message, Decoder<T> decoder, OperationContext context,
            SingleResultCallback<T> callback) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void sendMessage(List<ByteBuf> buffers, int requestId, OperationContext context) {
        throw new UnsupportedOperationException();
    }

    @Override
    public ResponseBuffers receiveMessage(int responseTo, OperationContext context) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void sendMessageAsync(List<ByteBuf> buffers, int requestId, OperationContext context,
            SingleResultCallback<Void> callback) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void receiveMessageAsync(int responseTo, OperationContext context,
            SingleResultCallback<ResponseBuffers> callback) {
        throw new UnsupportedOperationException();
    }

    @Override
    public ByteBuf getBuffer(int size) {
        throw new UnsupportedOperationException();
    }
}
