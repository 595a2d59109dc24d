package dev.bowline.simulator.server;

import de.bwaldvogel.mongo.bson.Document;
import dev.bowline.egress.environment.Environment;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.simulator.Exchange;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;

/** Keeps the requests and replies of a deployment while it is switched on. */
public final class Recorder {
    private final Environment environment;
    private final ReentrantLock lock = new ReentrantLock();
    /** Guarded by the lock. */
    private final List<Exchange> exchanges = new ArrayList<>();
    private volatile boolean on;

    public Recorder(Environment environment) {
        this.environment = environment;
    }

    public boolean isOn() {
        return on;
    }

    public void on(boolean record) {
        on = record;
    }

    public List<Exchange> exchanges() {
        lock.lock();
        try {
            return List.copyOf(exchanges);
        } finally {
            lock.unlock();
        }
    }

    public void clear() {
        lock.lock();
        try {
            exchanges.clear();
        } finally {
            lock.unlock();
        }
    }

    void record(ServerAddress server, int connectionId, int requestId, @Nullable String appName, BsonDocument request,
            Document reply) {
        Exchange exchange = new Exchange(server, connectionId, requestId, appName, environment.nanoTime(),
                request, BsonDocuments.fromEngine(reply));
        lock.lock();
        try {
            exchanges.add(exchange);
        } finally {
            lock.unlock();
        }
    }
}
