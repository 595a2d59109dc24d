package dev.bowline.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.simulator.Deployment;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class HostToolTest {
    @Test
    void theToolRuns() throws IOException {
        try (Deployment deployment = Deployment.replicaSet(3)) {
            String members = deployment.connectionString();
            ServerAddress first = ServerAddress
                    .parse(members.substring("mongodb://".length(), members.indexOf('/', 10)).split(",")[0]);
            ServerAddress refusing;
            try (ServerSocket socket = new ServerSocket(0)) {
                refusing = new ServerAddress("127.0.0.1", socket.getLocalPort());
            }
            List<String> lines = HostTool.run(List.of(first, refusing));
            assertThat(lines.get(0)).startsWith(first + " speaks wire version ");
            assertThat(lines.get(1)).startsWith(refusing + " failed: ").contains("HOST_UNREACHABLE");
            assertThat(lines.subList(2, lines.size())).containsExactly("canceled: true", "heartbeats: 2",
                    "same connection: true");
        }
    }

    @Test
    void theDocumentShowsTheCodeThatRuns() throws IOException {
        Path root = Path.of("..").toAbsolutePath().normalize();
        String page = Files.readString(root.resolve("docs/executor.md"));
        List<String> code = Files.readString(root.resolve("examples/src/main/java/dev/bowline/examples/HostTool.java"))
                .lines().map(String::strip).toList();
        List<String> shown = Arrays.stream(page.split("```java\n")).skip(1)
                .flatMap(part -> part.substring(0, part.indexOf("```")).lines()).map(String::strip)
                .filter(line -> !line.isEmpty()).toList();
        assertThat(shown).hasSizeGreaterThan(10).allSatisfy(line -> assertThat(code).contains(line));
    }
}
