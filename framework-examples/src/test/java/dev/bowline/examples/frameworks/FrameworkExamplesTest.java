package dev.bowline.examples.frameworks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bowline.simulator.Deployment;
import dev.bowline.simulator.Member;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The examples do what they say while their deployment fails over. */
@Timeout(60)
class FrameworkExamplesTest {
    @Test
    void plainCodeKeepsItsBooksThroughAKillAndAStepDown() {
        try (Deployment deployment = Deployment.replicaSet(3);
                PlainStock stock = new PlainStock(deployment.connectionString())) {
            stock.fill("rope", 10);
            int booked = 0;
            for (int i = 0; i < 12; i++) {
                Member primary = deployment.awaitPrimary();
                if (i == 3) {
                    deployment.kill(primary);
                    deployment.awaitPrimary();
                    deployment.restart(primary);
                } else if (i == 6) {
                    deployment.stepDown();
                }
                booked += stock.order("rope", 1) ? 1 : 0;
            }
            assertThat(booked).isEqualTo(10);
            assertThat(stock.orders()).isEqualTo(10);
            assertThat(stock.left("rope")).isZero();
        }
    }

    @Test
    void morphiaSavesUpdatesAndFindsThroughAStepDown() {
        try (Deployment deployment = Deployment.replicaSet(3);
                MorphiaFleet fleet = new MorphiaFleet(deployment.connectionString())) {
            fleet.launch("Rita", "Kiel");
            fleet.launch("Anna", "Kiel", "Oslo");
            deployment.awaitPrimary();
            deployment.stepDown();
            fleet.call("Rita", "Oslo");
            assertThat(fleet.at("Oslo")).containsExactly("Anna", "Rita");
            assertThat(fleet.at("Kiel")).containsExactly("Anna", "Rita");
            assertThat(fleet.at("Bergen")).isEmpty();
        }
    }
}
