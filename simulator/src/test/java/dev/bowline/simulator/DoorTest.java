package dev.bowline.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.SSLSocketFactory;
import org.bson.BsonBinaryWriter;
import org.bson.BsonDocument;
import org.bson.RawBsonDocument;
import org.bson.codecs.BsonDocumentCodec;
import org.bson.codecs.EncoderContext;
import org.bson.io.BasicOutputBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What clients of other makers send, which real servers take. */
@Timeout(30)
class DoorTest {
    private static final int OP_QUERY = 2004;
    private static final int OP_MSG = 2013;

    private Deployment deployment = Deployment.builder().replicaSet(3).start();

    @AfterEach
    void stop() {
        deployment.close();
    }

    private void restartAs(DeploymentBuilder builder) {
        deployment.close();
        deployment = builder.start();
    }

    /** A client without a driver. */
    private static final class Client implements AutoCloseable {
        private final Socket socket;

        Client(Member member) throws IOException {
            socket = new Socket("127.0.0.1", member.address().port());
        }

        BsonDocument command(String json) throws IOException {
            send(OP_MSG, new byte[]{0, 0, 0, 0, 0}, bytes(json));
            ByteBuffer reply = receive();
            return new RawBsonDocument(reply.array(), 17, reply.limit() - 17);
        }

        /** Sends a command as drivers did before OP_MSG. */
        BsonDocument query(int flags, String json) throws IOException {
            ByteBuffer head = ByteBuffer.allocate(4 + 10 + 8).order(ByteOrder.LITTLE_ENDIAN).putInt(flags)
                    .put("test.$cmd\0".getBytes(StandardCharsets.UTF_8)).putInt(0).putInt(-1);
            send(OP_QUERY, head.array(), bytes(json));
            ByteBuffer reply = receive();
            return new RawBsonDocument(reply.array(), 32, reply.limit() - 32);
        }

        private void send(int opCode, byte[]... parts) throws IOException {
            int size = 16;
            for (byte[] part : parts) {
                size += part.length;
            }
            ByteBuffer message = ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN).putInt(size).putInt(7)
                    .putInt(0).putInt(opCode);
            for (byte[] part : parts) {
                message.put(part);
            }
            OutputStream out = socket.getOutputStream();
            out.write(message.array());
            out.flush();
        }

        private ByteBuffer receive() throws IOException {
            DataInputStream in = new DataInputStream(socket.getInputStream());
            byte[] rest = new byte[Integer.reverseBytes(in.readInt()) - 4];
            in.readFully(rest);
            return ByteBuffer.wrap(rest).order(ByteOrder.LITTLE_ENDIAN);
        }

        private static byte[] bytes(String json) {
            BasicOutputBuffer buffer = new BasicOutputBuffer();
            new BsonDocumentCodec().encode(new BsonBinaryWriter(buffer), BsonDocument.parse(json),
                    EncoderContext.builder().build());
            return buffer.toByteArray();
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }

    private static void assertTaken(BsonDocument reply) {
        assertThat(reply.getNumber("ok").doubleValue()).as(reply.toJson()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "{$numberLong: '0'}", "{$numberDouble: '0'}", "{$numberDecimal: '0'}"})
    void theKeyOfTheClusterTimeIsEchoedAsAnyNumber(String key) throws IOException {
        try (Client client = new Client(deployment.awaitPrimary())) {
            assertTaken(client.command("{ping: 1, $db: 'test', $clusterTime: {clusterTime: {$timestamp: {t: 1, i: 1}},"
                    + " signature: {hash: {$binary: {base64: 'AAAAAAAAAAAAAAAAAAAAAAAAAAA=', subType: '00'}},"
                    + " keyId: " + key + "}}}"));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {
            "{insert: 'c', documents: [{}], writeConcern: {w: null}}",
            "{insert: 'c', documents: [{}], writeConcern: {w: {$numberDouble: '1'}, wtimeout: {$numberLong: '5'}}}",
            "{insert: 'c', documents: [{}], writeConcern: {w: {$numberLong: '1'}, j: 1}}",
            "{insert: 'c', documents: [{}], bypassDocumentValidation: 0}",
            "{find: 'c', limit: {$numberDouble: '2'}, skip: {$numberLong: '0'}, batchSize: {$numberDecimal: '2'}}",
            "{find: 'c', collation: {locale: 'en', strength: {$numberDouble: '2'}, numericOrdering: 1}}",
            "{find: 'c', filter: null, sort: null, projection: null, hint: null}",
            "{find: 'c', maxTimeMS: {$numberDouble: '1000'}}",
            "{find: 'c', mayBypassWriteBlocking: false, coordinator: false}",
            "{aggregate: {$numberDouble: '1'}, pipeline: [{$documents: []}], cursor: {}}",
            "{aggregate: {$numberLong: '1'}, pipeline: [{$documents: []}], cursor: {batchSize: {$numberDouble: '5'}}}",
            "{delete: 'c', deletes: [{q: {}, limit: {$numberDouble: '1'}}]}",
            "{delete: 'c', deletes: [{q: {}, limit: {$numberLong: '0'}}]}",
            "{findAndModify: 'c', query: {}, remove: 1}",
            "{createIndexes: 'c', indexes: [{key: {a: {$numberDouble: '1'}}, name: 'a', unique: 1, background: 1}]}",
            "{createIndexes: 'c', indexes: [{key: {b: 1}, name: 'b', v: {$numberDouble: '2'}, sparse: 1,"
                    + " expireAfterSeconds: {$numberLong: '5'}}]}",
            "{create: 'd', capped: 1, size: {$numberDouble: '4096'}, max: {$numberLong: '5'}}",
            "{listCollections: {$numberDouble: '1'}, nameOnly: 1, cursor: {batchSize: {$numberLong: '1'}}}",
            "{collStats: 'c', scale: {$numberDouble: '1'}}", "{count: 'c', limit: {$numberDouble: '1'}}",
            "{dbStats: 1, scale: {$numberLong: '1'}}", "{hello: 1, loadBalanced: 0, helloOk: 1}",
            "{isMaster: true}", "{ismaster: {$numberDouble: '1'}}", "{buildinfo: 1}", "{ping: 'x'}",
            "{startSession: 1}"})
    void fieldsMayHaveEveryTypeThatServersTake(String json) throws IOException {
        try (Client client = new Client(deployment.awaitPrimary())) {
            assertTaken(client.command(json.substring(0, json.length() - 1) + ", $db: 'test'}"));
        }
    }

    @Test
    void aSaslPayloadMayBeText() throws IOException {
        restartAs(Deployment.builder().standalone().user("me", "secret"));
        try (Client client = new Client(deployment.member(0))) {
            String first = Base64.getEncoder().encodeToString("n,,n=me,r=abcdef".getBytes(StandardCharsets.UTF_8));
            BsonDocument reply = client.command(
                    "{saslStart: 1, mechanism: 'SCRAM-SHA-256', payload: '" + first + "', $db: 'admin'}");
            assertTaken(reply);
            assertThat(reply.get("payload").isString()).isTrue();
            assertThat(new String(Base64.getDecoder().decode(reply.getString("payload").getValue()),
                    StandardCharsets.UTF_8)).startsWith("r=abcdef");
        }
    }

    @Test
    void aClientWithoutHelloOkGetsNotMaster() throws IOException {
        Member secondary = deployment.secondaries().get(0);
        String insert = "{insert: 'c', documents: [{}], $db: 'test'}";
        String find = "{find: 'c', $db: 'test'}";
        try (Client old = new Client(secondary)) {
            old.query(4, "{isMaster: 1}");
            assertThat(old.command(insert).getString("errmsg").getValue()).isEqualTo("not master");
            assertThat(old.command(find).getString("errmsg").getValue()).isEqualTo("not master and slaveOk=false");
        }
        try (Client modern = new Client(secondary)) {
            modern.query(4, "{isMaster: 1, helloOk: true}");
            assertThat(modern.command(insert).getString("errmsg").getValue()).isEqualTo("not primary");
            assertThat(modern.command(find).getString("errmsg").getValue())
                    .isEqualTo("not primary and secondaryOk=false");
        }
        try (Client modern = new Client(secondary)) {
            modern.command("{hello: 1, $db: 'admin'}");
            assertThat(modern.command(insert).getString("errmsg").getValue()).isEqualTo("not primary");
        }
        restartAs(Deployment.builder().replicaSet(2).wireVersion(8));
        try (Client early = new Client(deployment.secondaries().get(0))) {
            early.query(4, "{isMaster: 1, helloOk: true}");
            assertThat(early.command(insert).getString("errmsg").getValue()).isEqualTo("not master");
        }
    }

    @Test
    void theFlagAndTheWrapperOfAnOldQueryAllowASecondary() throws IOException {
        restartAs(Deployment.builder().replicaSet(2).wireVersion(9));
        try (Client client = new Client(deployment.secondaries().get(0))) {
            assertTaken(client.query(4, "{count: 'c'}"));
            assertTaken(client.query(0, "{$query: {count: 'c'}, $readPreference: {mode: 'secondary'}}"));
            assertThat(client.query(0, "{count: 'c'}").getNumber("code").intValue()).isEqualTo(13435);
        }
    }

    @Test
    void aTlsClientAtAPlainPortIsHungUpOn() throws IOException {
        int port = deployment.member(0).address().port();
        SSLSocketFactory factory = (SSLSocketFactory) SSLSocketFactory.getDefault();
        try (Socket socket = factory.createSocket("127.0.0.1", port)) {
            socket.setSoTimeout(10_000);
            assertThatThrownBy(() -> socket.getOutputStream().write(1)).isInstanceOf(IOException.class)
                    .isNotInstanceOf(java.net.SocketTimeoutException.class);
        }
        try (Client client = new Client(deployment.member(0))) {
            assertTaken(client.command("{ping: 1, $db: 'test'}"));
        }
    }

    @Test
    void aBrowserLearnsThatThisIsNoWebServer() throws IOException {
        try (Socket socket = new Socket("127.0.0.1", deployment.member(0).address().port())) {
            socket.getOutputStream().write("GET / HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(StandardCharsets.UTF_8));
            String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(answer).startsWith("HTTP/1.0 200 OK")
                    .contains("trying to access MongoDB over HTTP on the native driver port");
        }
    }

    @Test
    void theListsOfMembersAreWhatAServerSends() throws IOException {
        try (Client client = new Client(deployment.awaitPrimary())) {
            BsonDocument hello = client.command("{hello: 1, $db: 'admin'}");
            assertThat(List.of("hosts", "setName", "me", "primary", "electionId", "lastWrite", "topologyVersion"))
                    .allMatch(hello::containsKey);
        }
    }
}
