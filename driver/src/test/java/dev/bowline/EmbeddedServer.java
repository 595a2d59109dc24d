package dev.bowline;

import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import java.net.InetSocketAddress;

/** mongo-java-server: a foreign server in this process. */
final class EmbeddedServer implements AutoCloseable {
    private final MongoServer server = new MongoServer(new MemoryBackend());
    private final InetSocketAddress address = server.bind();

    String connectionString() {
        return "mongodb://" + address.getHostString() + ":" + address.getPort() + "/?serverSelectionTimeoutMS=5000";
    }

    @Override
    public void close() {
        server.shutdownNow();
    }
}
