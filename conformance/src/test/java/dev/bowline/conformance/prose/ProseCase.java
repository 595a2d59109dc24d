package dev.bowline.conformance.prose;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bowline.MongoClient;
import dev.bowline.MongoClientSettings;
import dev.bowline.MongoClientSettingsBuilder;
import dev.bowline.MongoCollection;
import dev.bowline.conformance.unified.SessionLedger;
import dev.bowline.simulator.Deployment;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
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
        return connect(uri, options, builder -> {});
    }

    final MongoClient connect(String uri, String options, Consumer<MongoClientSettingsBuilder> more) {
        String separator = uri.contains("?") ? "&" : uri.endsWith("/") ? "?" : "/?";
        SessionLedger ledger = new SessionLedger();
        MongoClientSettingsBuilder settings = MongoClientSettings.builder()
                .connectionString(options.isEmpty() ? uri : uri + separator + options).addCommandListener(ledger)
                .addCommandListener(witness)
                .addConnectionPoolListener(witness).addTopologyListener(witness);
        more.accept(settings);
        MongoClient client = MongoClient.connect(settings.build());
        // Driver sessions, prose test 10.
        opened.add(() -> assertThat(ledger.close(client)).as("sessions still checked out").isEmpty());
        return client;
    }

    static MongoCollection<Document> things(MongoClient client) {
        return client.database("prose").collection("things");
    }
}
