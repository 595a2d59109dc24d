package dev.bowline.egress.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bowline.doubles.ScriptedStream;
import java.io.IOException;
import org.bson.BsonDocument;
import org.bson.codecs.EncoderContext;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MessageRoundTripTest {
    private static final EncoderContext CONTEXT = EncoderContext.builder().build();

    private final RequestWriter request = new RequestWriter(new WireBuffer());

    @Test
    void anOpMsgComesBackAsItWasWritten() throws IOException {
        request.beginOpMsg(7, 3, OpCode.EXHAUST_ALLOWED);
        body("{ping: 1, $db: 'admin'}");
        Reply reply = sendAndReceive(3);

        assertThat(reply.opCode()).isEqualTo(OpCode.OP_MSG);
        assertThat(reply.requestId()).isEqualTo(7);
        assertThat(reply.responseTo()).isEqualTo(3);
        assertThat(reply.exhaustAllowed()).isTrue();
        assertThat(reply.moreToCome()).isFalse();
        assertThat(reply.toDocument()).isEqualTo(BsonDocument.parse("{ping: 1, $db: 'admin'}"));
        assertThat(reply.toRawDocument()).isEqualTo(BsonDocument.parse("{ping: 1, $db: 'admin'}"));
    }

    @Test
    void documentSequencesBecomeArraysOfTheBody() throws IOException {
        request.beginOpMsg(1, 0);
        body("{insert: 'c', $db: 'd'}");
        BsonBufferWriter writer = request.beginSequence("documents");
        FastCodecs.bsonDocument().encode(writer, BsonDocument.parse("{_id: 1}"), CONTEXT);
        FastCodecs.bsonDocument().encode(writer, BsonDocument.parse("{_id: 2}"), CONTEXT);
        request.endSequence();

        assertThat(sendAndReceive(0).toDocument())
                .isEqualTo(BsonDocument.parse("{insert: 'c', $db: 'd', documents: [{_id: 1}, {_id: 2}]}"));
    }

    @Test
    void aChecksumIsWrittenAndVerified() throws IOException {
        request.beginOpMsg(1, OpCode.CHECKSUM_PRESENT);
        body("{ping: 1}");
        assertThat(sendAndReceive(0).toDocument()).isEqualTo(BsonDocument.parse("{ping: 1}"));
    }

    @Test
    void anOpQueryAndItsOpReplyComeBackAsTheyWereWritten() throws IOException {
        request.beginOpQuery(9, OpCode.SECONDARY_OK, "admin.$cmd", 0, -1);
        body("{hello: 1}");
        Reply query = MessageReader.forRequests().read(sent(null), MessageReader.ANY);
        assertThat(query.namespace()).isEqualTo("admin.$cmd");
        assertThat(query.flags()).isEqualTo(OpCode.SECONDARY_OK);
        assertThat(query.toDocument()).isEqualTo(BsonDocument.parse("{hello: 1}"));

        request.beginOpReply(10, 9, 0);
        body("{ok: 1.0}");
        Reply reply = Encodings.replies().read(sent(null), 9);
        assertThat(reply.isOk()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"zlib", "snappy", "zstd"})
    void aCompressedMessageComesBackAsItWasWritten(String name) throws IOException {
        String text = "{find: 'c', filter: {text: '" + "abc ".repeat(5000) + "'}}";
        request.beginOpMsg(1, 0);
        body(text);
        ScriptedStream stream = sent(Compressor.named(name));
        Reply reply = Encodings.replies().read(stream, 0);

        assertThat(reply.opCode()).isEqualTo(OpCode.OP_MSG);
        assertThat(reply.messageBytes()).isLessThan(5000);
        assertThat(reply.toDocument()).isEqualTo(BsonDocument.parse(text));
    }

    private void body(String json) {
        FastCodecs.bsonDocument().encode(request.body(), BsonDocument.parse(json), CONTEXT);
    }

    private ScriptedStream sent(@Nullable Compressor compressor) throws IOException {
        request.finish(compressor);
        ScriptedStream out = new ScriptedStream(new byte[0]);
        out.write(request.message());
        assertThat(out.writes).isEqualTo(1);
        return new ScriptedStream(out.written.toByteArray());
    }

    private Reply sendAndReceive(int expectedResponseTo) throws IOException {
        ScriptedStream in = sent(null);
        Reply reply = Encodings.replies().read(in, expectedResponseTo);
        assertThat(in.reads).isEqualTo(1);
        return reply;
    }
}
