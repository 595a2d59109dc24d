package dev.bowline.sync;

import com.mongodb.MongoClientSettings;
import com.mongodb.MongoDriverInformation;
import com.mongodb.client.MongoClient;
import com.mongodb.connection.ClusterId;
import dev.bowline.MongoClientSettingsBuilder;
import dev.bowline.driver.operation.ClientSeam;
import dev.bowline.error.MongoException;
import dev.bowline.settings.WrappingLibrary;
import java.lang.invoke.MethodHandles;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Puts a client together: settings are translated, listeners are wrapped, and Bowline's own client is made of them. */
final class ClientAssembly {
    static {
        try {
            // Its seam is used before there is a client.
            MethodHandles.lookup().ensureInitialized(dev.bowline.MongoClient.class);
        } catch (IllegalAccessException impossible) {
            throw new LinkageError(impossible.getMessage(), impossible);
        }
    }

    private ClientAssembly() {}

    static MongoClient client(MongoClientSettings settings, @Nullable MongoDriverInformation information) {
        ClusterId clusterId = new ClusterId(settings.getClusterSettings().getShortDescription());
        // An incompatible deployment is described by the error itself, so its cluster is asked for when that happens.
        Client made = new Client();
        Errors errors = new Errors(clusterId, settings.getCredential(), () -> made.get().getClusterDescription());
        Descriptions descriptions = new Descriptions(settings, errors);
        MongoClientSettingsBuilder builder = SettingsTranslation.builder(settings);
        List<WrappingLibrary> libraries = information == null ? List.of() : DriverInformation.libraries(information);
        libraries.stream().limit(1).forEach(builder::wrappingLibrary);
        SelectorFilter.add(builder, settings.getClusterSettings().getServerSelector(), descriptions);
        Connections connections = new Connections(clusterId, () -> made.get().context().executor());
        Listeners.add(builder, settings, clusterId, errors, descriptions, connections, made::isClosing);
        dev.bowline.MongoClient client;
        try {
            client = dev.bowline.MongoClient.connect(builder.build());
        } catch (MongoException e) {
            throw errors.official(e);
        }
        // The settings name the first.
        libraries.stream().skip(1).forEach(client::appendMetadata);
        ClientContext context = new ClientContext(settings, client, clusterId, errors);
        View view = new View(context, ClientSeam.scope(client), settings.getReadPreference(),
                settings.getReadConcern(), settings.getWriteConcern());
        made.client = new BowlineMongoClient(view.with(settings.getCodecRegistry()), descriptions);
        return made.get();
    }

    /** The client once there is one. */
    private static final class Client {
        private volatile @Nullable BowlineMongoClient client;

        BowlineMongoClient get() {
            return Require.notNull("client", client);
        }

        boolean isClosing() {
            BowlineMongoClient open = client;
            return open != null && open.context().isClosed();
        }
    }
}
