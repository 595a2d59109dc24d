package dev.bowline.examples;

import dev.bowline.MongoClient;
import dev.bowline.MongoCollection;
import dev.bowline.changestream.ChangeStreamDocument;
import dev.bowline.changestream.FullDocument;
import dev.bowline.cursor.ChangeStreamCursor;
import java.io.PrintStream;
import java.util.List;
import org.bson.Document;

/** Prints the changes to a collection, through failovers too. */
public final class Watch {
    private Watch() {}

    public static void main(String[] arguments) {
        try (MongoClient client = MongoClient.connect(arguments[0]);
                ChangeStreamCursor<ChangeStreamDocument<Document>> stream = open(
                        client.database("shop").collection("orders"))) {
            while (stream.hasNext()) {
                print(stream, System.out);
            }
        }
    }

    static ChangeStreamCursor<ChangeStreamDocument<Document>> open(MongoCollection<Document> orders) {
        return orders.watch(List.of(), o -> o.fullDocument(FullDocument.UPDATE_LOOKUP)).cursor();
    }

    static void print(ChangeStreamCursor<ChangeStreamDocument<Document>> stream, PrintStream out) {
        ChangeStreamDocument<Document> event = stream.next();
        out.println(event.operationTypeString() + " " + event.namespace() + " " + event.documentKey() + " "
                + event.fullDocument());
    }
}
