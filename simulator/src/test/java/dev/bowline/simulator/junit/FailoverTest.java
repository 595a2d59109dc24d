package dev.bowline.simulator.junit;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.WriteConcern;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import dev.bowline.simulator.Deployment;
import dev.bowline.simulator.Member;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.bson.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** The example of the guide, kept here so that it compiles and passes. */
@ExtendWith(DeploymentExtension.class)
@Timeout(60)
class FailoverTest {
    @Test
    void noOrderIsLostWhenThePrimaryStepsDownInTheMiddleOfAWrite(Deployment deployment) throws Exception {
        try (MongoClient client = MongoClients.create(deployment.connectionString());
                ExecutorService clerk = Executors.newSingleThreadExecutor()) {
            MongoCollection<Document> orders = client.getDatabase("shop").getCollection("orders")
                    .withWriteConcern(WriteConcern.MAJORITY);
            orders.insertOne(new Document("_id", 0));

            // The next insert is held for 50 ms inside the primary; that is when it steps down.
            Member primary = deployment.awaitPrimary();
            deployment.failPoint("{configureFailPoint: 'failCommand', mode: {times: 1},"
                    + " data: {failCommands: ['insert'], blockConnection: true, blockTimeMS: 50}}");
            Future<?> write = clerk.submit(() -> orders.insertOne(new Document("_id", 1)));
            deployment.stepDown(primary);
            write.get();

            for (int i = 2; i < 20; i++) {
                orders.insertOne(new Document("_id", i));
            }
            List<Integer> found = new ArrayList<>();
            orders.find().sort(new Document("_id", 1)).forEach(order -> found.add(order.getInteger("_id")));
            assertThat(found).hasSize(20).doesNotHaveDuplicates();
            assertThat(deployment.awaitPrimary()).isNotSameAs(primary);
        }
    }
}
