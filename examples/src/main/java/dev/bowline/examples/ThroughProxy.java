package dev.bowline.examples;

import dev.bowline.MongoClient;
import dev.bowline.MongoClientSettings;
import java.io.PrintStream;
import org.bson.Document;

/** Reaches a deployment through a SOCKS5 proxy, such as the one that {@code ssh -D 1080} opens. */
public final class ThroughProxy {
    private ThroughProxy() {}

    public static void main(String[] arguments) {
        run(arguments[0], arguments[1], Integer.parseInt(arguments[2]), System.out);
    }

    static void run(String connectionString, String proxyHost, int proxyPort, PrintStream out) {
        MongoClientSettings settings = MongoClientSettings.builder().connectionString(connectionString)
                .proxyHost(proxyHost).proxyPort(proxyPort).proxyUsername("ada").proxyPassword("lovelace").build();
        try (MongoClient client = MongoClient.connect(settings)) {
            out.println("ok: " + client.database("admin").runCommand(new Document("ping", 1)).get("ok"));
        }
    }
}
