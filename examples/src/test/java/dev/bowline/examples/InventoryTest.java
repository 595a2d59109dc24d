package dev.bowline.examples;

import static org.assertj.core.api.Assertions.assertThat;

import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.egress.executor.ExecutorSettings;
import dev.bowline.egress.executor.NetworkTaskExecutor;
import dev.bowline.egress.executor.TaskExecutor;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class InventoryTest {
    @Test
    void everyHostHasALineAlsoOneThatRefuses() throws IOException {
        MongoServer server = new MongoServer(new MemoryBackend());
        InetSocketAddress address = server.bind();
        int refusing;
        try (ServerSocket socket = new ServerSocket(0)) {
            refusing = socket.getLocalPort();
        }
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        try (TaskExecutor executor = NetworkTaskExecutor.create("inventory", ExecutorSettings.defaults())) {
            executor.startup();
            Inventory.print(executor, List.of(new ServerAddress("127.0.0.1", address.getPort()),
                    new ServerAddress("127.0.0.1", refusing)), new PrintStream(printed, true, StandardCharsets.UTF_8));
        } finally {
            server.shutdownNow();
        }
        assertThat(printed.toString(StandardCharsets.UTF_8).lines()).hasSize(3)
                .anyMatch(line -> line.contains("standalone") && line.contains("ms"))
                .anyMatch(line -> line.contains(":" + refusing) && line.contains("HOST_UNREACHABLE"));
    }
}
