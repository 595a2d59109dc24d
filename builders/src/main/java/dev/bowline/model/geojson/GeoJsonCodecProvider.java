package dev.bowline.model.geojson;

import org.bson.BsonReader;
import org.bson.BsonWriter;
import org.bson.codecs.Codec;
import org.bson.codecs.DecoderContext;
import org.bson.codecs.EncoderContext;
import org.bson.codecs.configuration.CodecConfigurationException;
import org.bson.codecs.configuration.CodecProvider;
import org.bson.codecs.configuration.CodecRegistry;
import org.jspecify.annotations.Nullable;

/** Codecs for geometries of every kind, positions as arrays, and coordinate reference systems. Every client has it. */
public final class GeoJsonCodecProvider implements CodecProvider {
    @Override
    public <T> @Nullable Codec<T> get(Class<T> type, CodecRegistry registry) {
        boolean place = Geometry.class.isAssignableFrom(type) || CoordinateReferenceSystem.class.isAssignableFrom(type)
                || type == Position.class;
        return place ? new PlaceCodec<>(type) : null;
    }

    private record PlaceCodec<T>(Class<T> type) implements Codec<T> {
        @Override
        public void encode(BsonWriter writer, T value, EncoderContext context) {
            if (value instanceof Geometry geometry) {
                GeometryWriter.write(writer, geometry);
            } else if (value instanceof Position position) {
                GeometryWriter.position(writer, position);
            } else {
                GeometryWriter.write(writer, (CoordinateReferenceSystem) value);
            }
        }

        @Override
        public T decode(BsonReader reader, DecoderContext context) {
            Object value;
            if (Geometry.class.isAssignableFrom(type)) {
                value = GeometryReader.read(reader);
            } else {
                value = type == Position.class
                        ? GeometryReader.readPosition(reader)
                        : GeometryReader.readSystem(reader);
            }
            if (!type.isInstance(value)) {
                throw new CodecConfigurationException(
                        "A " + type.getSimpleName() + " was expected, but this is a "
                                + value.getClass().getSimpleName());
            }
            return type.cast(value);
        }

        @Override
        public Class<T> getEncoderClass() {
            return type;
        }
    }
}
