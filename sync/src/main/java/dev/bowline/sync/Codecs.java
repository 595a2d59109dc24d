package dev.bowline.sync;

import com.mongodb.DocumentToDBRefTransformer;
import com.mongodb.MongoClientSettings;
import dev.bowline.egress.wire.FastCodecs;
import org.bson.UuidRepresentation;
import org.bson.codecs.configuration.CodecProvider;
import org.bson.codecs.configuration.CodecRegistries;
import org.bson.codecs.configuration.CodecRegistry;

/**
 * The registries in use. A registry of the application's own is used as it is. In the default one Bowline's codecs for
 * the three document types stand in for the library's, which they equal in what they read and write, references to
 * other documents ({@code DBRef}) included.
 */
final class Codecs {
    private static final CodecProvider FAST = FastCodecs.provider(new DocumentToDBRefTransformer());
    private static final CodecRegistry DEFAULT = CodecRegistries
            .fromRegistries(CodecRegistries.fromProviders(FAST), MongoClientSettings.getDefaultCodecRegistry());

    private Codecs() {}

    static CodecRegistry registry(CodecRegistry given, UuidRepresentation uuids) {
        CodecRegistry registry = given == MongoClientSettings.getDefaultCodecRegistry() ? DEFAULT : given;
        return CodecRegistries.withUuidRepresentation(registry, uuids);
    }
}
