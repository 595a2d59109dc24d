package dev.bowline.sync;

import com.mongodb.MongoClientSettings;
import com.mongodb.MongoDriverInformation;
import com.mongodb.client.MongoClient;
import com.mongodb.connection.ClusterDescription;

/**
 * A client under the official interface. Safe for any number of threads; make one and keep it. Closing it ends
 * everything; operations after that fail with an {@link IllegalStateException}.
 */
public final class BowlineMongoClient extends BowlineMongoCluster implements MongoClient {
    private final Descriptions descriptions;

    BowlineMongoClient(View view, Descriptions descriptions) {
        super(view);
        this.descriptions = descriptions;
    }

    @Override
    public void close() {
        view.client.close();
    }

    @Override
    public ClusterDescription getClusterDescription() {
        return view.call(() -> descriptions.cluster(view.client.client.topology()));
    }

    @Override
    public void appendMetadata(MongoDriverInformation information) {
        Require.notNull("mongoDriverInformation", information);
        DriverInformation.libraries(information).forEach(view.client.client::appendMetadata);
    }

    ClientContext context() {
        return view.client;
    }

    /** The settings that the client was made with. */
    public MongoClientSettings getSettings() {
        return view.client.settings;
    }
}
