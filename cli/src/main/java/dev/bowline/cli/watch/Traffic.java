package dev.bowline.cli.watch;

import dev.bowline.MongoClient;
import dev.bowline.MongoCollection;
import dev.bowline.concern.ReadPreference;
import dev.bowline.error.MongoException;
import dev.bowline.model.Filters;
import dev.bowline.model.Updates;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;
import org.bson.Document;

/**
 * Threads that use a client at a steady rate, so that there is something to watch. Errors are left to the watch to
 * tell.
 */
final class Traffic implements AutoCloseable {
    private static final int WRITERS = 8;
    private static final Duration PING_TIMEOUT = Duration.ofSeconds(5);

    private final List<Thread> threads = new ArrayList<>();
    private volatile boolean stopped;

    /** Pings the deployment once a second: reads nothing, writes nothing. */
    static Traffic pings(MongoClient client) {
        Traffic traffic = new Traffic();
        traffic.start("ping", 1_000_000_000L, n -> client.ping(ReadPreference.primaryPreferred(), PING_TIMEOUT));
        return traffic;
    }

    /** Inserts, updates and reads documents of a collection. */
    static Traffic writes(MongoClient client, int perSecond) {
        Traffic traffic = new Traffic();
        for (int writer = 0; writer < WRITERS; writer++) {
            MongoCollection<Document> collection = client.database("test").collection("watch");
            int id = writer;
            traffic.start("traffic-" + writer, 1_000_000_000L * WRITERS / perSecond, n -> {
                switch ((int) (n % 3)) {
                    case 0 -> collection.updateOne(Filters.eq("_id", id), Updates.inc("n", 1), o -> o.upsert(true));
                    case 1 -> collection.find(Filters.eq("_id", id)).first();
                    default -> collection.countDocuments(Filters.eq("_id", id));
                }
            });
        }
        return traffic;
    }

    private void start(String name, long intervalNanos, LongConsumer use) {
        threads.add(Thread.ofPlatform().daemon().name(name).start(() -> {
            long next = System.nanoTime();
            for (long n = 0; !stopped; n++) {
                try {
                    use.accept(n);
                } catch (MongoException e) {
                    // The watch has seen it.
                }
                next = Math.max(next + intervalNanos, System.nanoTime());
                LockSupport.parkNanos(next - System.nanoTime());
            }
        }));
    }

    /** Lets the threads end when they have ended what they are at. */
    @Override
    public void close() {
        stopped = true;
        threads.forEach(LockSupport::unpark);
    }
}
