package dev.bowline.model.mql;

import org.bson.BsonReader;
import org.bson.BsonValue;
import org.bson.BsonWriter;
import org.bson.codecs.BsonValueCodec;
import org.bson.codecs.Codec;
import org.bson.codecs.DecoderContext;
import org.bson.codecs.EncoderContext;
import org.bson.codecs.configuration.CodecProvider;
import org.bson.codecs.configuration.CodecRegistry;
import org.jspecify.annotations.Nullable;

/**
 * Lets expressions stand in documents. Every client has it; a registry that is made for other purposes may want it too.
 */
public final class ExpressionCodecProvider implements CodecProvider {
    @Override
    @SuppressWarnings("unchecked") // the class was asked for
    public <T> @Nullable Codec<T> get(Class<T> type, CodecRegistry registry) {
        return MqlValue.class.isAssignableFrom(type) ? (Codec<T>) new ExpressionCodec(registry) : null;
    }

    private record ExpressionCodec(CodecRegistry codecs) implements Codec<MqlValue> {
        private static final Codec<BsonValue> VALUES = new BsonValueCodec();

        @Override
        public void encode(BsonWriter writer, MqlValue expression, EncoderContext context) {
            VALUES.encode(writer, expression.toBsonValue(codecs), context);
        }

        @Override
        public MqlValue decode(BsonReader reader, DecoderContext context) {
            throw new UnsupportedOperationException("An expression is sent, and never read");
        }

        @Override
        public Class<MqlValue> getEncoderClass() {
            return MqlValue.class;
        }
    }
}
