package dev.bowline.examples;

import static dev.bowline.model.Filters.eq;
import static dev.bowline.model.Filters.gt;
import static dev.bowline.model.Sorts.ascending;
import static dev.bowline.model.Updates.set;

import dev.bowline.ClientSession;
import dev.bowline.MongoClient;
import dev.bowline.MongoCollection;
import java.util.concurrent.CompletableFuture;
import org.bson.types.ObjectId;

/** The quick start of the README. */
public final class QuickStart {
    /** Stored as it is: records need no registration. */
    public record Book(ObjectId id, String title, int year) {}

    private QuickStart() {}

    public static void main(String[] arguments) {
        run(arguments.length > 0 ? arguments[0] : "mongodb://localhost:27017/?replicaSet=rs0");
    }

    static void run(String connectionString) {
        try (MongoClient client = MongoClient.connect(connectionString)) {
            MongoCollection<Book> books = client.database("library").collection("books", Book.class);

            books.insertOne(new Book(new ObjectId(), "The Ashley Book of Knots", 1944));
            books.updateOne(eq("year", 1944), set("title", "Ashley's Knots"));

            for (Book book : books.find(gt("year", 1900), o -> o.sort(ascending("title")))) {
                System.out.println(book.title());
            }

            try (ClientSession session = client.startSession()) {
                session.withTransaction(() -> books.with(session).deleteOne(eq("year", 1944)));
            }

            CompletableFuture<Long> count = client.async()
                    .call(c -> c.database("library").collection("books").countDocuments());
            System.out.println(count.join() + " books are left");
        }
    }
}
