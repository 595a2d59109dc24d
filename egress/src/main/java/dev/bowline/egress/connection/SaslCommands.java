package dev.bowline.egress.connection;

import dev.bowline.settings.AuthMechanism;
import org.bson.BsonBinary;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.bson.RawBsonDocument;
import org.bson.codecs.BsonDocumentCodec;

/** The commands of a conversation whose payloads are bytes. */
final class SaslCommands {
    private SaslCommands() {}

    static BsonDocument start(AuthMechanism mechanism, byte[] payload) {
        return new BsonDocument("saslStart", new BsonInt32(1))
                .append("mechanism", new BsonString(mechanism.mechanismName()))
                .append("payload", new BsonBinary(payload));
    }

    static BsonDocument next(BsonDocument reply, byte[] payload) {
        BsonValue conversation = reply.get("conversationId", new BsonInt32(1));
        return new BsonDocument("saslContinue", new BsonInt32(1)).append("conversationId", conversation)
                .append("payload", new BsonBinary(payload));
    }

    static boolean isDone(BsonDocument reply) {
        return reply.getBoolean("done", BsonBoolean.FALSE).getValue();
    }

    static byte[] payload(BsonDocument reply) {
        return reply.isBinary("payload") ? reply.getBinary("payload").getData() : new byte[0];
    }

    /** A payload that is a document. */
    static byte[] bytes(BsonDocument document) {
        RawBsonDocument raw = new RawBsonDocument(document, new BsonDocumentCodec());
        byte[] bytes = new byte[raw.getByteBuffer().remaining()];
        raw.getByteBuffer().get(bytes);
        return bytes;
    }

    static BsonDocument document(byte[] payload) {
        return new RawBsonDocument(payload).decode(new BsonDocumentCodec());
    }
}
