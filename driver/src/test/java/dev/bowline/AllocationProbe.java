package dev.bowline;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.function.IntConsumer;
import org.bson.Document;

/** Prints what the calling thread allocates per operation. Runs in a process of its own; see {@link AllocationTest}. */
final class AllocationProbe {
    private static final int WARM_UP = 20_000;
    private static final int MEASURED = 5_000;

    private static int next;

    private AllocationProbe() {}

    public static void main(String[] arguments) {
        try (EmbeddedServer server = new EmbeddedServer();
                MongoClient client = MongoClient.connect(server.connectionString())) {
            MongoCollection<Document> collection = client.database("allocation").collection("things");
            collection.insertOne(new Document("_id", -1).append("name", "knot").append("n", 42).append("ok", true));
            Document filter = new Document("_id", -1);
            System.out.println("find " + measure(i -> collection.find(filter).first()));
            System.out.println("insertOne " + measure(i -> collection.insertOne(new Document("n", i))));
            System.out.println("documents " + measure(i -> new Document("n", i).append("_id", filter)));
        }
    }

    private static long measure(IntConsumer operation) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        for (int i = 0; i < WARM_UP; i++) {
            operation.accept(next++);
        }
        long before = threads.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < MEASURED; i++) {
            operation.accept(next++);
        }
        return (threads.getCurrentThreadAllocatedBytes() - before) / MEASURED;
    }
}
