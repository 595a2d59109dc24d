package dev.bowline.simulator;

import dev.bowline.egress.environment.Environment;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.simulator.server.Observer;
import java.util.ArrayDeque;
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
    private final ArrayDeque<Exchange> exchanges = new ArrayDeque<>();
    private final Tally tally = new Tally();
    private int keepLast;
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

    /** Keeps no more than the last so many requests; 0 for all. */
    void keepLast(int count) {
        lock.lock();
        try {
            keepLast = count;
            while (count > 0 && exchanges.size() > count) {
                exchanges.removeFirst();
            }
        } finally {
            lock.unlock();
        }
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
            tally.clear();
        } finally {
            lock.unlock();
        }
    }

    Activity activity() {
        lock.lock();
        try {
            return tally.activity();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void arrived(ServerAddress server, int connectionId, @Nullable BsonDocument client, BsonDocument request) {
        long now = environment.nanoTime();
        lock.lock();
        try {
            tally.arrived(server, connectionId, client, request, now);
        } finally {
            lock.unlock();
        }
    }

    List<String> lacking() {
        lock.lock();
        try {
            return List.copyOf(lacking);
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

    /** The features that clients used since the last call and that the servers lack. */
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
            if (keepLast > 0 && exchanges.size() >= keepLast) {
                exchanges.removeFirst();
            }
            exchanges.addLast(exchange);
            tally.answered(server, connectionId, request, reply);
        } finally {
            lock.unlock();
        }
    }
}
