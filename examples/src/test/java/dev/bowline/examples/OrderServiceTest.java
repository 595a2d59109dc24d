package dev.bowline.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bowline.MongoClient;
import dev.bowline.examples.OrderService.Order;
import dev.bowline.examples.OrderService.Sold;
import dev.bowline.examples.OrderService.Status;
import dev.bowline.simulator.Deployment;
import org.junit.jupiter.api.Test;

class OrderServiceTest {
    @Test
    void anOrderIsPlacedPaidOnceListedAndReported() {
        try (Deployment deployment = Deployment.replicaSet(1);
                MongoClient client = MongoClient.connect(deployment.connectionString())) {
            OrderService service = new OrderService(client);
            service.prepare();
            service.supply("bolt", 20);
            Order order = service.place("Ann", "bolt", 15).orElseThrow();
            assertThat(service.place("Ann", "bolt", 6)).isEmpty();
            assertThat(service.place("Ann", "bolt", 5)).isPresent();
            assertThat(service.pay(order.id()).orElseThrow().status()).isEqualTo(Status.PAID);
            assertThat(service.pay(order.id())).isEmpty();
            assertThat(service.ordersOf("Ann", 0, 10)).hasSize(2);
            assertThat(service.ordersOf("Ann", 1, 1)).hasSize(1);
            assertThat(service.report()).containsExactly(new Sold("bolt", 15));
        }
    }
}
