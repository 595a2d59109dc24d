package dev.bowline.dropin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import dev.bowline.simulator.Deployment;
import dev.bowline.simulator.junit.DeploymentExtension;
import dev.bowline.sync.BowlineMongoClient;
import dev.bowline.sync.DropIn;
import org.bson.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** What a framework that calls {@code MongoClients} gets. */
@ExtendWith(DeploymentExtension.class)
@Timeout(60)
class DropInTest {
    @Test
    void theOfficialFactoryMakesClientsOfBowline(Deployment deployment) {
        try (MongoClient client = MongoClients.create(deployment.connectionString())) {
            assertThat(client).isInstanceOf(BowlineMongoClient.class);
            assertThat(client.getDatabase("admin").runCommand(new Document("ping", 1))).containsKey("ok");
        }
    }

    @Test
    void theCheckSaysThatTheDropInIsInUse() {
        assertThat(DropIn.isInUse()).isTrue();
        assertThat(DropIn.report()).contains("Bowline");
        assertThatCode(DropIn::requireInUse).doesNotThrowAnyException();
    }
}
