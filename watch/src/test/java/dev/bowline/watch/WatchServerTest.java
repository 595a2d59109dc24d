package dev.bowline.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bowline.MongoClient;
import dev.bowline.simulator.Deployment;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.bson.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The page and the figures over HTTP, of a client that uses a simulated replica set. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class WatchServerTest {
    private static final String TOKEN = "0123456789abcdef";
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    private static Deployment deployment;
    private static MongoClient client;

    @BeforeAll
    static void start() {
        deployment = Deployment.replicaSet(3);
        client = MongoClient.connect(deployment.connectionString());
    }

    @AfterAll
    static void stop() {
        client.close();
        deployment.close();
    }

    private static void insert() {
        client.database("test").collection("c").insertOne(new Document());
    }

    private static HttpRequest.Builder request(WatchServer server, String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.page().getPort() + path));
    }

    private static HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
        return HTTP.send(request.build(), BodyHandlers.ofString());
    }

    @Test
    void thePageIsOneFileThatLoadsNothingElse() throws Exception {
        try (WatchServer server = WatchServer.start(client)) {
            HttpResponse<String> page = send(request(server, "/"));
            assertThat(page.statusCode()).isEqualTo(200);
            assertThat(page.headers().firstValue("Content-Type")).hasValue("text/html; charset=utf-8");
            assertThat(page.headers().firstValue("Content-Security-Policy")).hasValueSatisfying(
                    policy -> assertThat(policy).contains("default-src 'none'", "connect-src 'self'", "sha256-"));
            assertThat(page.body().replace("http://www.w3.org/2000/svg", "")).doesNotContain("http://", "https://",
                    " src=", "@import", "url(");
            assertThat(server.page().getHost()).isEqualTo("127.0.0.1");
            assertThat(send(request(server, "/secret")).statusCode()).isEqualTo(404);
            assertThat(send(request(server, "/state").DELETE()).statusCode()).isEqualTo(405);
        }
    }

    @Test
    void operationsServersPoolsAndAFailoverAreInTheState() throws Exception {
        try (WatchServer server = WatchServer.start(client)) {
            insert();
            BsonDocument state = BsonDocument.parse(send(request(server, "/state")).body());
            assertThat(state.getNumber("ended").longValue()).isEqualTo(1);
            assertThat(state.getBoolean("writable").getValue()).isTrue();
            assertThat(state.getArray("servers")).hasSize(3);
            assertThat(state.getArray("servers")).extracting(one -> one.asDocument().getString("state").getValue())
                    .contains("primary", "secondary");
            assertThat(state.getArray("servers")).anySatisfy(one -> assertThat(one.asDocument().getDocument("pool")
                    .getNumber("open").intValue()).isPositive());
            assertThat(state.getArray("seconds").stream()
                    .mapToInt(one -> one.asDocument().getNumber("ended").intValue()).sum()).isEqualTo(1);

            String former = state.getString("primary").getValue();
            deployment.stepDown();
            deployment.awaitPrimary();
            // The client learns of it by this operation, or before.
            insert();
            BsonDocument failover = await(server);
            assertThat(failover.getString("from").getValue()).isEqualTo(former);
            assertThat(failover.getString("reason").getValue()).isNotEmpty();
            BsonDocument after = BsonDocument.parse(send(request(server, "/state")).body());
            assertThat(after.getArray("events")).extracting(one -> one.asDocument().getString("text").getValue())
                    .anySatisfy(text -> assertThat(text).contains("is the primary: writes go to it"));
            long revision = after.getNumber("revision").longValue();
            assertThat(server.watch().state(revision).getArray("events")).extracting(
                    one -> one.asDocument().getNumber("id").longValue())
                    .doesNotContain(after.getArray("events").get(0).asDocument().getNumber("id").longValue());
        }
    }

    /** The first failover that has ended. */
    private static BsonDocument await(WatchServer server) throws InterruptedException {
        while (true) {
            for (BsonValue failover : server.watch().state(0).getArray("failovers")) {
                if (!failover.asDocument().isNull("end")) {
                    return failover.asDocument();
                }
            }
            TimeUnit.MILLISECONDS.sleep(10);
        }
    }

    @Test
    void anAttemptMadeAgainAndAFailedOperationAreCountedWithTheirReasons() {
        try (ClientWatch watch = ClientWatch.of(client)) {
            deployment.failPoint("{configureFailPoint: 'failCommand', mode: {times: 1}, data: "
                    + "{failCommands: ['insert'], errorCode: 262, errorLabels: ['RetryableWriteError']}}");
            insert();
            deployment.failPoint("{configureFailPoint: 'failCommand', mode: {times: 1}, data: "
                    + "{failCommands: ['insert'], errorCode: 2}}");
            assertThatThrownBy(WatchServerTest::insert).isInstanceOf(RuntimeException.class);
            BsonDocument state = watch.state(0);
            assertThat(state.getNumber("ended").longValue()).isEqualTo(2);
            assertThat(state.getNumber("retries").longValue()).isEqualTo(1);
            assertThat(state.getNumber("failed").longValue()).isEqualTo(1);
            assertThat(state.getNumber("running").intValue()).isZero();
            assertThat(state.getArray("events")).extracting(one -> one.asDocument().getString("kind").getValue())
                    .contains("retried", "failed");
        } finally {
            deployment.clearFailPoints();
        }
    }

    @Test
    void nothingIsRecordedAfterTheEnd() {
        WatchServer server = WatchServer.start(client);
        insert();
        server.close();
        server.close();
        insert();
        assertThat(server.watch().state(0).getNumber("ended").longValue()).isEqualTo(1);
    }

    @Test
    void withATokenFiguresAreForThoseWhoHaveIt() throws Exception {
        try (WatchServer server = WatchServer.start(client,
                options -> options.listen(new InetSocketAddress("127.0.0.1", 0), TOKEN))) {
            assertThat(server.page().getFragment()).isEqualTo("token=" + TOKEN);
            assertThat(send(request(server, "/")).statusCode()).isEqualTo(200);
            assertThat(send(request(server, "/state")).statusCode()).isEqualTo(401);
            assertThat(send(request(server, "/state").header("Authorization", "Bearer " + TOKEN + "x")).statusCode())
                    .isEqualTo(401);
            assertThat(send(request(server, "/state").header("Authorization", "Bearer " + TOKEN)).statusCode())
                    .isEqualTo(200);
        }
    }

    @Test
    void aShortTokenIsRefusedAndOneOfSixteenCharactersTaken() {
        assertThatThrownBy(() -> new WatchOptions().listen(new InetSocketAddress("127.0.0.1", 0), "123456789012345"))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("16 characters");
        assertThat(new WatchOptions().token("1234567890123456").token()).hasSize(16);
    }

    @Test
    void aPageThatFoundAnotherNameForTheAddressIsRefused() throws Exception {
        try (WatchServer server = WatchServer.start(client);
                Socket socket = new Socket("127.0.0.1", server.page().getPort())) {
            socket.getOutputStream().write("GET /state HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n"
                    .getBytes(StandardCharsets.US_ASCII));
            assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                    .startsWith("HTTP/1.1 403");
        }
    }

    @Test
    void onlyThePageItselfPressesButtons() throws Exception {
        AtomicInteger pressed = new AtomicInteger();
        try (WatchServer server = WatchServer.start(client, options -> options
                .control("Count", pressed::incrementAndGet).control("Fail", () -> {
                    throw new IllegalStateException("There is no primary at this moment");
                }))) {
            HttpRequest.BodyPublisher count = HttpRequest.BodyPublishers.ofString("Count");
            assertThat(send(request(server, "/control").POST(count)).statusCode()).isEqualTo(403);
            assertThat(pressed).hasValue(0);
            assertThat(send(request(server, "/control").POST(count).header("X-Bowline-Watch", "1")).statusCode())
                    .isEqualTo(200);
            assertThat(pressed).hasValue(1);
            HttpResponse<String> failed = send(request(server, "/control").header("X-Bowline-Watch", "1")
                    .POST(HttpRequest.BodyPublishers.ofString("Fail")));
            assertThat(failed.statusCode()).isEqualTo(409);
            assertThat(failed.body()).contains("There is no primary at this moment");
            assertThat(send(request(server, "/control").header("X-Bowline-Watch", "1")
                    .POST(HttpRequest.BodyPublishers.ofString("Explode"))).statusCode()).isEqualTo(404);
            assertThat(BsonDocument.parse(send(request(server, "/state")).body()).getArray("controls")).hasSize(2);
        }
    }

    @Test
    void aRequestThatIsStuckDelaysNeitherOperationsNorOtherReaders() throws Exception {
        CountDownLatch stuck = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        try (WatchServer server = WatchServer.start(client, options -> options.control("Wait", () -> {
            stuck.countDown();
            try {
                release.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }))) {
            HTTP.sendAsync(request(server, "/control").header("X-Bowline-Watch", "1")
                    .POST(HttpRequest.BodyPublishers.ofString("Wait")).build(), BodyHandlers.ofString());
            assertThat(stuck.await(30, TimeUnit.SECONDS)).isTrue();
            insert();
            assertThat(send(request(server, "/state").timeout(PATIENCE)).statusCode()).isEqualTo(200);
            assertThat(server.watch().state(0).getNumber("ended").longValue()).isEqualTo(1);
        } finally {
            release.countDown();
        }
    }
}
