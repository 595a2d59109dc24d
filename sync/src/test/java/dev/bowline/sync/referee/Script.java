package dev.bowline.sync.referee;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.client.MongoClient;
import com.mongodb.connection.ServerMonitoringMode;
import dev.bowline.simulator.Deployment;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;

/** What both clients are asked to do. */
record Script(String name, UnaryOperator<MongoClientSettings.Builder> configured, Body body) {
    interface Body {
        /** @param restore puts the data back to how every script finds it */
        void run(MongoClient client, Runnable restore, Deployment deployment) throws Exception;
    }

    static Script of(String name, Body body) {
        return new Script(name, settings -> settings, body);
    }

    /** For scripts after whose errors a server has to be found again. */
    static Script watchful(String name, Body body) {
        return new Script(name, settings -> settings.applyToServerSettings(server -> server.heartbeatFrequency(500,
                TimeUnit.MILLISECONDS).serverMonitoringMode(ServerMonitoringMode.POLL)), body);
    }

    /** The same, without a pause before a server is looked for again. */
    static Script hasty(String name, Body body) {
        return new Script(name, settings -> settings.applyToServerSettings(server -> server.minHeartbeatFrequency(10,
                TimeUnit.MILLISECONDS).serverMonitoringMode(ServerMonitoringMode.POLL)), body);
    }

    MongoClientSettings.Builder settings(String connectionString) {
        return configured.apply(MongoClientSettings.builder().applyConnectionString(new ConnectionString(
                connectionString)));
    }

    void run(MongoClient client, Runnable restore, Deployment deployment) throws Exception {
        restore.run();
        body.run(client, restore, deployment);
    }
}
