package dev.bowline.conformance.prose;

import dev.bowline.MongoClient;
import dev.bowline.MongoClientSettings;
import dev.bowline.MongoCollection;
import dev.bowline.simulator.Deployment;
import java.util.ArrayList;
import java.util.List;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;

/** What the prose tests share: deployments and clients that end with the test, and a witness of a client's events. */
abstract class ProseCase {
    final Witness witness = new Witness();
    private final List<AutoCloseable> opened = new ArrayList<>();

    @AfterEach
    final void closeAll() throws Exception {
        for (int i = opened.size() - 1; i >= 0; i--) {
            opened.get(i).close();
        }
    }

    final Deployment start(Deployment deployment) {
        opened.add(deployment);
        return deployment;
    }

    final MongoClient connect(String uri, String options) {
        String separator = uri.contains("?") ? "&" : uri.endsWith("/") ? "?" : "/?";
        MongoClient client = MongoClient.connect(MongoClientSettings.builder()
                .connectionString(options.isEmpty() ? uri : uri + separator + options).addCommandListener(witness)
                .addConnectionPoolListener(witness).addTopologyListener(witness).build());
        opened.add(client);
        return client;
    }

    static MongoCollection<Document> things(MongoClient client) {
        return client.database("prose").collection("things");
    }
}
