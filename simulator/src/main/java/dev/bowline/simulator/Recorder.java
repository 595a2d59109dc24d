package dev.bowline.simulator;

import dev.bowline.egress.environment.Environment;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.simulator.server.Observer;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;

/** Keeps the requests and replies of a deployment while it is switched on. */
final class Recorder implements Observer {
    private final Environment environment;
    private final ReentrantLock lock = new ReentrantLock();
    /** Guarded by the lock. */
    private final List<Exchange> exchanges = new ArrayList<>();
    private final Set<String> lacking = new LinkedHashSet<>();
    private volatile boolean on;

    Recorder(Environment environment) {
        this.environment = environment;
    }

    @Override
    public boolean isOn() {
        return on;
    }

    void on(boolean record) {
        on = record;
    }

    List<Exchange> exchanges() {
        lock.lock();
        try {
            return List.copyOf(exchanges);
        } finally {
            lock.unlock();
        }
    }

    void clear() {
        lock.lock();
        try {
            exchanges.clear();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void lacks(String feature) {
        lock.lock();
        try {
            lacking.add(feature);
        } finally {
            lock.unlock();
        }
    }

    /** What was asked for in vain since the last call. */
    List<String> takeLacking() {
        lock.lock();
        try {
            List<String> taken = List.copyOf(lacking);
            lacking.clear();
            return taken;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void exchanged(ServerAddress server, int connectionId, int requestId, @Nullable String appName,
            BsonDocument request, BsonDocument reply) {
        Exchange exchange = new Exchange(server, connectionId, requestId, appName, environment.nanoTime(),
                request, reply);
        lock.lock();
        try {
            exchanges.add(exchange);
        } finally {
            lock.unlock();
        }
    }
}
