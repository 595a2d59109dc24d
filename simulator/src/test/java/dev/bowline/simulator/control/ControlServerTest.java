package dev.bowline.simulator.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import dev.bowline.simulator.Deployment;
import dev.bowline.simulator.Member;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import org.bson.BsonDocument;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Control over HTTP, with the official driver as the client whose fate it decides. */
@Timeout(60)
class ControlServerTest {
    private final Deployment deployment = Deployment.replicaSet(3);
    private final ControlServer control = ControlServer.start(deployment, 0);
    private final HttpClient http = HttpClient.newHttpClient();

    @AfterEach
    void stop() {
        control.close();
        deployment.close();
    }

    private HttpResponse<String> send(String method, String path, String body) {
        try {
            return http.send(HttpRequest.newBuilder(control.address().resolve(path))
                    .method(method, HttpRequest.BodyPublishers.ofString(body)).build(),
                    HttpResponse.BodyHandlers.ofString());
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private BsonDocument post(String path) {
        HttpResponse<String> response = send("POST", path, "");
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        return BsonDocument.parse(response.body());
    }

    private BsonDocument get(String path) {
        HttpResponse<String> response = send("GET", path, "");
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        return BsonDocument.parse(response.body());
    }

    private String state(int member) {
        return get("/status").getArray("members").get(member).asDocument().getString("state").getValue();
    }

    @Test
    void membersAreKilledFrozenAndBroughtBack() {
        Member primary = deployment.awaitPrimary();
        int index = primary.index();
        post("/freeze?member=primary");
        assertThat(state(index)).isEqualTo("FROZEN");
        post("/thaw?member=" + index);
        post("/kill?member=" + primary.address());
        assertThat(state(index)).isEqualTo("DOWN");
        assertThat(send("POST", "/kill?member=9", "").statusCode()).isEqualTo(400);
        post("/restart?member=" + index);
        assertThat(state(index)).isNotEqualTo("DOWN");
        assertThat(send("POST", "/restart?member=" + index, "").statusCode()).isEqualTo(409);
    }

    @Test
    void aStepDownAPartitionAndAnElectionArePassedOn() {
        Member former = deployment.awaitPrimary();
        post("/step-down?for=1s");
        assertThat(deployment.awaitPrimary()).isNotSameAs(former);
        post("/elect?member=" + former.index());
        assertThat(deployment.awaitPrimary()).isSameAs(former);
        String others = ((former.index() + 1) % 3) + "," + ((former.index() + 2) % 3);
        post("/partition?one=" + former.index() + "&other=" + others);
        assertThat(deployment.secondaries()).hasSize(2);
        post("/heal");
    }

    private void failOnce(String data) {
        HttpResponse<String> set = send("POST", "/fail-point?member=all",
                "{configureFailPoint: 'failCommand', mode: {times: 1}, data: {" + data + "}}");
        assertThat(set.statusCode()).as(set.body()).isEqualTo(200);
    }

    @Test
    void aClientsCommandsConnectionsAndRetriesAreCounted() {
        try (MongoClient client = MongoClients.create(deployment.connectionString() + "&appName=shop")) {
            MongoCollection<Document> orders = client.getDatabase("shop").getCollection("orders");
            orders.insertOne(new Document("_id", 1));
            post("/forget");
            failOnce("failCommands: ['insert'], closeConnection: true");
            orders.insertOne(new Document("_id", 2));
            failOnce("failCommands: ['find'], errorCode: 10107");
            orders.find().first();
            orders.find().first();
        }
        BsonDocument activity = get("/activity");
        assertThat(activity.getInt32("retriedWrites").getValue()).as(activity.toJson()).isEqualTo(1);
        assertThat(activity.getInt32("retriedReads").getValue()).isEqualTo(1);
        BsonDocument inserts = activity.getDocument("commands").getDocument("insert");
        assertThat(inserts).isEqualTo(BsonDocument.parse("{arrived: 2, answered: 1, failed: 0}"));
        assertThat(activity.getDocument("commands").getDocument("find"))
                .isEqualTo(BsonDocument.parse("{arrived: 3, answered: 3, failed: 1}"));
        BsonDocument retry = activity.getArray("retries").get(0).asDocument();
        assertThat(retry.getString("command").getValue()).isEqualTo("insert");
        assertThat(retry.getString("namespace").getValue()).isEqualTo("shop.orders");
        assertThat(retry.getString("after").getValue()).isEqualTo("no answer");
        assertThat(activity.getArray("clients")).anySatisfy(
                who -> assertThat(who.asDocument().getString("name").getValue()).isEqualTo("shop"));
        assertThat(get("/commands?last=1000").getArray("commands")).anySatisfy(line -> assertThat(
                line.asDocument().getString("command").getValue()).isEqualTo("find"));
    }

    @Test
    void whatIsNotSimulatedIsListedAsRefused() {
        try (MongoClient client = MongoClients.create(deployment.connectionString())) {
            assertThatThrownBy(() -> client.getDatabase("admin")
                    .runCommand(new Document("configureFailPoint", "odd").append("mode", "alwaysOn")));
        }
        assertThat(get("/refused").getArray("refused").toString()).contains("the fail point odd");
    }

    @Test
    void theClockOfAMemberIsSetAhead() {
        Member primary = deployment.awaitPrimary();
        post("/skew-clock?member=primary&by=60m");
        try (MongoClient client = MongoClients.create(deployment.connectionString())) {
            client.getDatabase("test").getCollection("c").insertOne(new Document());
            Document hello = client.getDatabase("admin").runCommand(new Document("hello", 1));
            Instant soon = Instant.now().plus(Duration.ofMinutes(50));
            assertThat(hello.getDate("localTime").toInstant()).isAfter(soon);
            assertThat(hello.get("lastWrite", Document.class).getDate("lastWriteDate").toInstant()).isAfter(soon);
        }
        assertThat(deployment.awaitPrimary()).isSameAs(primary);
    }

    @Test
    void aResetTakesEverythingBack() {
        deployment.kill(deployment.member(0));
        deployment.freeze(deployment.member(1));
        deployment.partitionFromClients(deployment.member(2));
        deployment.failPoint(deployment.member(2), BsonDocument.parse(
                "{configureFailPoint: 'failCommand', mode: 'alwaysOn', data: {failCommands: ['insert'], errorCode: 8}}"));
        post("/reset");
        deployment.awaitPrimary();
        try (MongoClient client = MongoClients.create(deployment.connectionString())) {
            client.getDatabase("test").getCollection("c").insertOne(new Document());
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"GET | /kill?member=0 | 405", "POST | /frobnicate | 404",
            "POST | /kill | 400", "POST | /kill?member=x | 400", "POST | /kill?member=0&odd=1 | 400",
            "POST | /lag?member=0&by=soon | 400", "POST | /lag?member=0&by=-5s | 400",
            "POST | /drop-replies?member=0&on=perhaps | 400", "POST | /fail-point?member=0&command=x | 400",
            "GET | / | 200", "POST | /status | 200"})
    void wrongRequestsAreAnsweredWithTheirStatus(String method, String path, int status) {
        assertThat(send(method, path, "").statusCode()).isEqualTo(status);
    }

    @Test
    void webPagesAreRefused() throws IOException {
        URI address = control.address();
        for (String header : new String[]{"Host: evil.example:" + address.getPort(),
                "Host: 127.0.0.1:" + address.getPort() + "\r\nOrigin: http://evil.example"}) {
            try (Socket socket = new Socket("127.0.0.1", address.getPort())) {
                socket.getOutputStream()
                        .write(("POST /kill?member=0 HTTP/1.1\r\n" + header
                                + "\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
                                .getBytes(StandardCharsets.UTF_8));
                assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                        .startsWith("HTTP/1.1 403");
            }
        }
        assertThat(state(0)).isNotEqualTo("DOWN");
    }

    @Test
    void theSameWordsAreTyped() {
        Console console = new Console(deployment);
        assertThat(console.run("lag 1 500ms").getArray("members")).hasSize(3);
        console.run("fail-point all {configureFailPoint: 'failCommand', mode: 'off'}");
        assertThat(console.help()).contains("freeze MEMBER", "step-down [FOR]");
        assertThatThrownBy(() -> console.run("heal now")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> console.run("kill")).hasMessageContaining("Usage: kill MEMBER");
        assertThatThrownBy(() -> console.run("odd")).hasMessageContaining("odd");
    }
}
