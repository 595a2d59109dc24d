package dev.bowline.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bowline.MongoClient;
import dev.bowline.MongoCollection;
import dev.bowline.model.Filters;
import dev.bowline.simulator.Deployment;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The examples of the documentation run, and print what they should. */
@Timeout(60)
class SurfaceTest {
    @Test
    void collectionsAndIndexesAreMadeAndChanged() {
        assertThat(run((client, out) -> Schema.run(client.database("shop"), out))).contains("article_1\n",
                "newest, hidden\n", "purchases\n", "large\n", "log\n");
    }

    @Test
    void operationsHaveDeadlines() {
        assertThat(run((client, out) -> Deadlines.run(connectionString, out))).contains("1 reading(s)", "value 1");
    }

    @Test
    void commandsAreRunAsTheyAre() {
        assertThat(run((client, out) -> Commands.run(connectionString, out))).contains("ok: 1", "number 5",
                "explained: true");
    }

    @Test
    void buildersMakeUpdatesAndPipelines() {
        assertThat(run((client, out) -> Report.run(client.database("shop").collection("sales"), out)))
                .isEqualTo("rope: 10 at 11.0\nanchor: 1 at 200.0\n");
    }

    @Test
    void expressionsAreChecked() {
        assertThat(run((client, out) -> Expressions.run(client.database("shop").collection("orders"), out)))
                .isEqualTo("ADA: 4 for 230.0, large\nGRACE: 5 for 60.0, small\nlarge: 230.0\nsmall: 60.0\n");
    }

    @Test
    void recordsAreMapped() {
        assertThat(run((client, out) -> Fleet.run(client.database("h").collection("fleet", Fleet.Ship.class), out)))
                .isEqualTo("Spray, SLOOP of Slocum\nTug with 2 engines\n");
    }

    /** The simulated server knows no places, so that they are looked for by their type here. */
    @Test
    void placesAreStoredAndReadBack() {
        assertThat(run((client, out) -> {
            MongoCollection<Harbours.Harbour> harbours = client.database("coast").collection("harbours",
                    Harbours.Harbour.class);
            Harbours.store(harbours);
            Harbours.print(harbours, Filters.eq("area.type", "Polygon"), out);
            Harbours.print(harbours, Filters.ne("area.type", "Polygon"), out);
        })).isEqualTo("Kiel at [10.14, 54.33], around it 4 positions\nVisby at [18.28, 57.63], a LineString\n");
    }

    @Test
    void aProxyIsUsed() throws IOException {
        try (ServerSocket proxy = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            Thread.ofVirtual().start(() -> serve(proxy));
            assertThat(run((client, out) -> ThroughProxy.run(connectionString, "127.0.0.1", proxy.getLocalPort(), out)))
                    .contains("ok: 1");
        }
    }

    private String connectionString = "";

    private String run(BiConsumer<MongoClient, PrintStream> example) {
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        try (Deployment deployment = Deployment.replicaSet(1);
                MongoClient client = MongoClient.connect(deployment.connectionString())) {
            connectionString = deployment.connectionString();
            example.accept(client, new PrintStream(printed, true, StandardCharsets.UTF_8));
        }
        return printed.toString(StandardCharsets.UTF_8);
    }

    /** A proxy that wants a user name and password, and connects to IPv4 addresses. */
    private static void serve(ServerSocket proxy) {
        try {
            while (true) {
                Socket client = proxy.accept();
                Thread.ofVirtual().start(() -> serve(client));
            }
        } catch (IOException e) {
            // The test is over.
        }
    }

    private static void serve(Socket client) {
        try (client) {
            DataInputStream in = new DataInputStream(client.getInputStream());
            OutputStream out = client.getOutputStream();
            in.readNBytes(4);
            out.write(new byte[]{5, 2});
            in.readNBytes(2 + "ada".length() + 1 + "lovelace".length());
            out.write(new byte[]{1, 0});
            in.readNBytes(4);
            InetAddress host = InetAddress.getByAddress(in.readNBytes(4));
            try (Socket server = new Socket(host, in.readUnsignedShort())) {
                out.write(new byte[]{5, 0, 0, 1, 0, 0, 0, 0, 0, 0});
                Thread.ofVirtual().start(() -> copy(server, client));
                copy(client, server);
            }
        } catch (IOException e) {
            // The client has gone.
        }
    }

    private static void copy(Socket from, Socket to) {
        try {
            from.getInputStream().transferTo(to.getOutputStream());
            to.close();
        } catch (IOException e) {
            try {
                to.close();
            } catch (IOException second) {
                throw new UncheckedIOException(second);
            }
        }
    }
}
