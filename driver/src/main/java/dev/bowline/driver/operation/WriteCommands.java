package dev.bowline.driver.operation;

import dev.bowline.egress.wire.BsonBufferWriter;
import dev.bowline.options.CommandFields;
import java.util.List;
import org.bson.codecs.Codec;
import org.bson.codecs.EncoderContext;
import org.bson.codecs.configuration.CodecRegistry;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/** What the write commands have in common, alone and in bulk. */
final class WriteCommands {
    private static final EncoderContext COLLECTIBLE = EncoderContext.builder().isEncodingCollectibleDocument(true)
            .build();

    private WriteCommands() {}

    /** Of a command without multi-document statements. */
    static Retryability retryability(Call call) {
        return call.scope().writeConcern().isAcknowledged() ? Retryability.WRITE : Retryability.NEVER;
    }

    /** Writes a statement of the {@code update} command. */
    static void writeUpdate(BsonBufferWriter writer, Bson filter, Update<?> update,
            boolean multi, CommandFields fields, CodecRegistry registry) {
        writer.beginDocument();
        writer.writeName("q");
        BsonFields.writeBson(writer, filter, registry);
        update.write(writer, "u", registry);
        if (multi) {
            writer.writeBoolean("multi", true);
        }
        BsonFields.write(writer, fields, registry);
        writer.endDocument();
    }

    /** Writes a statement of the {@code delete} command. */
    static void writeDelete(BsonBufferWriter writer, Bson filter, boolean multi, CommandFields fields,
            CodecRegistry registry) {
        writer.beginDocument();
        writer.writeName("q");
        BsonFields.writeBson(writer, filter, registry);
        writer.writeInt32("limit", multi ? 0 : 1);
        BsonFields.write(writer, fields, registry);
        writer.endDocument();
    }

    /**
     * Old servers ignore a hint they do not know; with an unacknowledged write the mistake would go unnoticed.
     *
     * @param wireVersion the first version that knows hints in this command
     */
    static void checkHint(CommandFields fields, int wireVersion, Attempt attempt) {
        if (attempt.maxWireVersion() < wireVersion && fields.has("hint")
                && !attempt.scope().writeConcern().isAcknowledged()) {
            throw attempt.unsupported("A hint in an unacknowledged write");
        }
    }

    /**
     * The new state of a document: a replacement, update operators, or a pipeline.
     *
     * @param codec encodes a replacement; null for updates
     */
    record Update<T>(Object value, @Nullable Codec<T> codec) {
        @SuppressWarnings("unchecked")
        void write(BsonBufferWriter writer, String name, CodecRegistry registry) {
            writer.writeName(name);
            int start = writer.position();
            if (codec != null) {
                codec.encode(writer, (T) value, COLLECTIBLE);
                if (firstKeyStartsWithDollar(writer.bytes(), start)) {
                    throw new IllegalArgumentException(
                            "A replacement document cannot contain update operators: its first key starts with '$'");
                }
            } else if (value instanceof List<?> pipeline) {
                if (pipeline.isEmpty()) {
                    throw new IllegalArgumentException("The update pipeline is empty");
                }
                BsonFields.writeValue(writer, pipeline, registry);
            } else {
                BsonFields.writeBson(writer, (Bson) value, registry);
                if (!firstKeyStartsWithDollar(writer.bytes(), start)) {
                    throw new IllegalArgumentException("An update must consist of update operators such as $set; use "
                            + "replaceOne to replace a whole document");
                }
            }
        }

        private static boolean firstKeyStartsWithDollar(byte[] bytes, int document) {
            return bytes[document + 4] != 0 && bytes[document + 5] == '$';
        }
    }

}
