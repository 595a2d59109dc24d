package dev.bowline.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.zip.CRC32C;
import org.bson.BsonBinaryWriter;
import org.bson.BsonDocument;
import org.bson.RawBsonDocument;
import org.bson.codecs.BsonDocumentCodec;
import org.bson.codecs.EncoderContext;
import org.bson.io.BasicOutputBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What no driver sends: bad requests, old generations, streams of hellos. A bare socket is the client. */
@Timeout(30)
class WireTest {
    private Deployment deployment;
    private Socket socket;

    @BeforeEach
    void start() throws IOException {
        open(Deployment.builder().replicaSet(1).start());
    }

    private void open(Deployment fresh) throws IOException {
        close();
        deployment = fresh;
        socket = new Socket("127.0.0.1", deployment.member(0).address().port());
    }

    @AfterEach
    void close() throws IOException {
        if (socket != null) {
            socket.close();
            deployment.close();
        }
    }

    private static byte[] bytes(BsonDocument document) {
        BasicOutputBuffer buffer = new BasicOutputBuffer();
        new BsonDocumentCodec().encode(new BsonBinaryWriter(buffer), document, EncoderContext.builder().build());
        return buffer.toByteArray();
    }

    private void send(int opCode, byte[]... parts) throws IOException {
        int size = 16;
        for (byte[] part : parts) {
            size += part.length;
        }
        ByteBuffer message = ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN).putInt(size).putInt(7).putInt(0)
                .putInt(opCode);
        for (byte[] part : parts) {
            message.put(part);
        }
        OutputStream out = socket.getOutputStream();
        out.write(message.array());
        out.flush();
    }

    private ByteBuffer receive() throws IOException {
        DataInputStream in = new DataInputStream(socket.getInputStream());
        int size = Integer.reverseBytes(in.readInt());
        byte[] rest = new byte[size - 4];
        in.readFully(rest);
        return ByteBuffer.wrap(rest).order(ByteOrder.LITTLE_ENDIAN);
    }

    private BsonDocument receiveOpMsg() throws IOException {
        ByteBuffer reply = receive();
        assertThat(reply.getInt(8)).isEqualTo(2013);
        return new RawBsonDocument(reply.array(), 17, reply.limit() - 17);
    }

    private BsonDocument command(String json) throws IOException {
        send(2013, new byte[]{0, 0, 0, 0, 0}, bytes(BsonDocument.parse(json)));
        return receiveOpMsg();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"{nonsense: 1, $db: 'test'} | 59", "{find: 'c', filter: 5, $db: 'test'} | 14",
            "{find: 'c', unknown: 5, $db: 'test'} | 40415", "{find: '', $db: 'test'} | 73",
            "{find: 'c', $db: 'a.b'} | 73",
            "{find: 'c', $db: ''} | 73", "{find: 'c'} | 40571", "{find: 5, $db: 'test'} | 73",
            "{listDatabases: 1, $db: 'test'} | 13",
            "{insert: 'c', $db: 'test'} | 40414", "{insert: 'c', documents: [], $db: 'test'} | 16",
            "{insert: 'c', documents: [5], $db: 'test'} | 14", "{update: 'c', updates: [{q: {}}], $db: 'test'} | 0",
            "{getMore: {$numberLong: '5'}, collection: 'c', $db: 'test'} | 43",
            "{aggregate: 'c', pipeline: [], $db: 'test'} | 9",
            "{aggregate: 'c', pipeline: [{$bogus: 1}], cursor: {}, $db: 'test'} | 0",
            "{find: 'c', filter: {$or: 1}, $db: 'test'} | 2", "{find: 'c', filter: {}, maxTimeMS: -1, $db: 'test'} | 2",
            "{insert: 'c', documents: [{}], txnNumber: {$numberLong: '1'}, $db: 'test'} | 72",
            "{commitTransaction: 1, lsid: {id: {$uuid: '00000000-0000-0000-0000-000000000001'}}, txnNumber: "
                    + "{$numberLong: '1'}, autocommit: false, $db: 'admin'} | 251",
            "{find: 'c', readConcern: {level: 'odd'}, $db: 'test'} | 9",
            "{configureFailPoint: 'failCommand', mode: 5, $db: 'admin'} | 14",
            "{} | 59"})
    void badRequestsGetTheServersErrorCodesAndTheServerLivesOn(String json, int code) throws IOException {
        BsonDocument reply = command(json);
        if (code != 0) {
            assertThat(reply.getNumber("ok").doubleValue()).as(reply.toJson()).isZero();
            assertThat(reply.getNumber("code").intValue()).as(reply.toJson()).isEqualTo(code);
            assertThat(reply.containsKey("codeName")).isTrue();
        }
        assertThat(command("{ping: 1, $db: 'test'}").getNumber("ok").doubleValue()).isEqualTo(1);
    }

    @Test
    void anIllFormedDocumentIsRefusedAndAnIllFormedMessageEndsTheConnectionOnly() throws IOException {
        byte[] broken = bytes(BsonDocument.parse("{ping: 1, $db: 'test'}"));
        broken[4] = 0x55;
        send(2013, new byte[]{0, 0, 0, 0, 0}, broken);
        assertThat(receiveOpMsg().getNumber("code").intValue()).isEqualTo(22);
        send(9999, new byte[8]);
        assertThat(socket.getInputStream().read()).isEqualTo(-1);
        try (Socket again = new Socket("127.0.0.1", deployment.member(0).address().port())) {
            socket = again;
            assertThat(command("{ping: 1, $db: 'test'}").getNumber("ok").doubleValue()).isEqualTo(1);
        }
    }

    @Test
    void randomDamageNeverKillsTheServer() throws IOException {
        long seed = 20240510;
        SplittableRandom random = new SplittableRandom(seed);
        byte[] whole = bytes(BsonDocument.parse(
                "{find: 'c', filter: {a: {$gt: 5}, b: [1, 2, {c: 'x'}]}, sort: {a: 1}, limit: {$numberLong: '3'}, "
                        + "$db: 'test'}"));
        for (int i = 0; i < 300; i++) {
            byte[] damaged = whole.clone();
            for (int flips = 1 + random.nextInt(4); flips > 0; flips--) {
                damaged[random.nextInt(damaged.length)] = (byte) random.nextInt(256);
            }
            try (Socket one = new Socket("127.0.0.1", deployment.member(0).address().port())) {
                socket = one;
                send(2013, new byte[]{0, 0, 0, 0, 0}, damaged);
                one.shutdownOutput();
                one.getInputStream().readAllBytes();
            }
        }
        socket = new Socket("127.0.0.1", deployment.member(0).address().port());
        assertThat(command("{ping: 1, $db: 'test'}").getNumber("ok").doubleValue()).as("seed " + seed).isEqualTo(1);
    }

    @Test
    void documentSequencesAreMergedIntoTheBody() throws IOException {
        byte[] one = bytes(BsonDocument.parse("{_id: 1}"));
        byte[] two = bytes(BsonDocument.parse("{_id: 2}"));
        byte[] name = "documents\0".getBytes(StandardCharsets.UTF_8);
        int size = 4 + name.length + one.length + two.length;
        byte[] head = ByteBuffer.allocate(5).order(ByteOrder.LITTLE_ENDIAN).put((byte) 1).putInt(size).array();
        send(2013, new byte[]{0, 0, 0, 0, 0}, bytes(BsonDocument.parse("{insert: 'c', $db: 'test'}")), head, name, one,
                two);
        assertThat(receiveOpMsg().getNumber("n").intValue()).isEqualTo(2);
    }

    @Test
    void whatComesTwiceIsRefused() throws IOException {
        byte[] one = bytes(BsonDocument.parse("{_id: 1}"));
        byte[] name = "documents\0".getBytes(StandardCharsets.UTF_8);
        byte[] head = ByteBuffer.allocate(5).order(ByteOrder.LITTLE_ENDIAN).put((byte) 1)
                .putInt(4 + name.length + one.length).array();
        send(2013, new byte[]{0, 0, 0, 0, 0}, bytes(BsonDocument.parse("{insert: 'c', $db: 'test'}")), head, name, one,
                head, name, one);
        assertThat(receiveOpMsg().getNumber("code").intValue()).isEqualTo(40431);
        send(2013, new byte[]{0, 0, 0, 0, 0},
                bytes(BsonDocument.parse("{insert: 'c', documents: [{_id: 1}], $db: 'test'}")), head, name, one);
        assertThat(receiveOpMsg().getNumber("code").intValue()).isEqualTo(40433);
        byte[] twice = bytes(BsonDocument.parse("{find: 'c', limit: 1, limiT: 2, $db: 'test'}"));
        twice[new String(twice, StandardCharsets.ISO_8859_1).indexOf("limiT") + 4] = 't';
        send(2013, new byte[]{0, 0, 0, 0, 0}, twice);
        assertThat(receiveOpMsg().getNumber("code").intValue()).isEqualTo(40413);
    }

    @Test
    void aChecksumMustBeThatOfTheMessage() throws IOException {
        byte[] ping = bytes(BsonDocument.parse("{ping: 1, $db: 'test'}"));
        byte[] flags = {1, 0, 0, 0, 0};
        int size = 16 + flags.length + ping.length + 4;
        CRC32C checksum = new CRC32C();
        checksum.update(ByteBuffer.allocate(size - 4).order(ByteOrder.LITTLE_ENDIAN).putInt(size).putInt(7).putInt(0)
                .putInt(2013).put(flags).put(ping).flip());
        byte[] right = ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN).putInt((int) checksum.getValue()).array();
        send(2013, flags, ping, right);
        assertThat(receiveOpMsg().getNumber("ok").intValue()).isEqualTo(1);
        right[0] ^= 1;
        send(2013, flags, ping, right);
        assertThat(receiveOpMsg().getNumber("code").intValue()).isEqualTo(51252);
    }

    @Test
    void clientMetadataIsCheckedForSizeAndRequiredFields() throws IOException {
        String rest = "driver: {name: 'n', version: 'v'}, os: {type: 't'}}, $db: 'admin'}";
        assertThat(command("{hello: 1, client: {platform: '" + "x".repeat(500) + "', " + rest).getNumber("code")
                .intValue()).isEqualTo(185);
        assertThat(command("{hello: 1, client: {application: {name: '" + "x".repeat(129) + "'}, " + rest)
                .getNumber("code").intValue()).isEqualTo(184);
        assertThat(command("{hello: 1, client: {driver: {name: 'n', version: 'v'}}, $db: 'admin'}").getNumber("code")
                .intValue()).isEqualTo(183);
        assertThat(command("{hello: 1, client: {application: {name: '" + "x".repeat(128) + "'}, " + rest)
                .getNumber("ok").intValue()).isEqualTo(1);
        assertThat(command("{hello: 1, client: {" + rest).getNumber("code").intValue()).isEqualTo(186);
    }

    @ParameterizedTest
    @ValueSource(ints = {6, 7, 8, 9, 13, 17, 21, 25})
    void eachGenerationSaysHelloInItsOwnWay(int wireVersion) throws IOException {
        open(Deployment.builder().replicaSet(1).wireVersion(wireVersion).start());
        byte[] collection = "admin.$cmd\0".getBytes(StandardCharsets.UTF_8);
        send(2004, new byte[4], collection, new byte[]{0, 0, 0, 0, -1, -1, -1, -1},
                bytes(BsonDocument.parse("{isMaster: 1, helloOk: true}")));
        ByteBuffer reply = receive();
        assertThat(reply.getInt(8)).as("OP_REPLY").isEqualTo(1);
        BsonDocument hello = new RawBsonDocument(reply.array(), 32, reply.limit() - 32);
        assertThat(hello.getNumber("maxWireVersion").intValue()).isEqualTo(wireVersion);
        assertThat(hello.getBoolean("ismaster").getValue()).isTrue();
        boolean modern = wireVersion >= 9;
        assertThat(hello.containsKey("topologyVersion")).isEqualTo(modern);
        assertThat(hello.containsKey("helloOk")).isEqualTo(modern);
        BsonDocument direct = command("{hello: 1, $db: 'admin'}");
        assertThat(direct.getNumber("ok").intValue() == 1).isEqualTo(modern);
        BsonDocument info = command("{buildInfo: 1, $db: 'admin'}");
        assertThat(info.getString("version").getValue()).startsWith(switch (wireVersion) {
            case 6 -> "3.6";
            case 7 -> "4.0";
            case 8 -> "4.2";
            case 9 -> "4.4";
            case 13 -> "5.0";
            case 17 -> "6.0";
            case 21 -> "7.0";
            default -> "8.0";
        });
        deployment.failPoint(
                "{configureFailPoint: 'failCommand', mode: {times: 1}, data: {failCommands: ['insert'], errorCode: "
                        + "10107}}");
        BsonDocument failed = command(
                "{insert: 'c', documents: [{_id: 1}], lsid: {id: {$uuid: '00000000-0000-0000-0000-000000000001'}},"
                        + " txnNumber: {$numberLong: '1'}, $db: 'test'}");
        assertThat(failed.containsKey("errorLabels")).as("labels itself").isEqualTo(modern);
    }

    @Test
    void anAwaitableHelloReturnsWhenTheRoleChangesAndAStreamGoesOn() throws IOException {
        open(Deployment.replicaSet(3));
        int primary = deployment.awaitPrimary().index();
        socket.close();
        socket = new Socket("127.0.0.1", deployment.member(primary).address().port());
        BsonDocument first = command("{hello: 1, $db: 'admin'}");
        BsonDocument stream = new BsonDocument("hello", new org.bson.BsonInt32(1))
                .append("topologyVersion", first.get("topologyVersion"))
                .append("maxAwaitTimeMS", new org.bson.BsonInt32(20_000))
                .append("$db", new org.bson.BsonString("admin"));
        send(2013, new byte[]{0, 0, 1, 0, 0}, bytes(stream));
        deployment.stepDown();
        List<Boolean> writable = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            ByteBuffer reply = receive();
            assertThat(reply.getInt(12) & 2).as("more to come").isEqualTo(2);
            writable.add(new RawBsonDocument(reply.array(), 17, reply.limit() - 17).getBoolean("isWritablePrimary")
                    .getValue());
        }
        assertThat(writable).containsOnly(false);
    }

    @Test
    void anUnacknowledgedWriteIsExecutedAndNotAnswered() throws IOException {
        send(2013, new byte[]{2, 0, 0, 0, 0},
                bytes(BsonDocument.parse("{insert: 'c', documents: [{_id: 1}], writeConcern: {w: 0}, $db: 'test'}")));
        assertThat(command("{count: 'c', $db: 'test'}").getNumber("n").intValue()).isEqualTo(1);
    }

    @Test
    void faultsOnTheWayToTheClientAreSeenByIt() throws IOException {
        deployment.closeAfterBytes(deployment.member(0), 10);
        send(2013, new byte[]{0, 0, 0, 0, 0}, bytes(BsonDocument.parse("{ping: 1, $db: 'test'}")));
        assertThat(socket.getInputStream().readAllBytes()).hasSize(10);
        socket = new Socket("127.0.0.1", deployment.member(0).address().port());
        deployment.corruptReplies(deployment.member(0), 1);
        send(2013, new byte[]{0, 0, 0, 0, 0}, bytes(BsonDocument.parse("{ping: 1, $db: 'test'}")));
        assertThat(receive().getInt(8)).isNotEqualTo(2013);
        deployment.refuseConnections(deployment.member(0), true);
        org.assertj.core.api.Assertions
                .assertThatThrownBy(() -> new Socket("127.0.0.1", deployment.member(0).address().port()).close())
                .isInstanceOf(IOException.class);
        deployment.refuseConnections(deployment.member(0), false);
        new Socket("127.0.0.1", deployment.member(0).address().port()).close();
    }
}
