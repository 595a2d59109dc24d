package dev.bowline.examples;

import dev.bowline.MongoClient;
import dev.bowline.gridfs.GridFsBucket;
import java.io.PrintStream;
import java.nio.file.Path;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** Stores a file, lists what is stored, and fetches it again. */
public final class Archive {
    private Archive() {}

    public static void main(String[] arguments) {
        try (MongoClient client = MongoClient.connect(arguments[0])) {
            run(client, Path.of(arguments[1]), Path.of(arguments[2]), System.out);
        }
    }

    static void run(MongoClient client, Path source, Path target, PrintStream out) {
        GridFsBucket bucket = GridFsBucket.of(client.database("archive"));
        BsonValue id = bucket.upload(source, o -> o.progress(bytes -> out.println(bytes + " bytes stored")));
        bucket.find(new BsonDocument()).forEach(file -> out.println(file.filename() + " " + file.length()));
        bucket.download(id, target);
    }
}
