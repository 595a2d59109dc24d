package dev.bowline.egress.connection;

import dev.bowline.error.MongoConfigurationException;
import dev.bowline.settings.WrappingLibrary;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.RawBsonDocument;
import org.bson.codecs.BsonDocumentCodec;
import org.jspecify.annotations.Nullable;

/**
 * What a client reports about itself with its first hello (the {@code client} argument of the MongoDB handshake
 * specification).
 */
final class ClientMetadata {
    static final String DRIVER_NAME = "bowline";
    static final String DRIVER_VERSION = "0.1.0";
    static final int MAX_BYTES = 512;
    static final int MAX_APP_NAME_BYTES = 128;

    private ClientMetadata() {}

    static BsonDocument of(ConnectionSettings settings) {
        return of(settings, System::getProperty, RuntimeSurroundings.detect());
    }

    /**
     * @param properties the JVM's system properties
     * @param surroundings the {@code env} document; empty if there is nothing to report
     */
    static BsonDocument of(ConnectionSettings settings, Function<String, @Nullable String> properties,
            BsonDocument surroundings) {
        BsonDocument metadata = new BsonDocument();
        String appName = settings.appName();
        if (appName != null) {
            metadata.append("application", new BsonDocument("name", new BsonString(appName)));
        }
        List<WrappingLibrary> libraries = new ArrayList<>();
        if (settings.wrapping() != null) {
            libraries.add(settings.wrapping());
        }
        libraries.addAll(settings.appended().all());
        metadata.append("driver", driver(libraries));
        metadata.append("os", operatingSystem(properties));
        String platform = "Java/" + properties.apply("java.vendor") + "/" + properties.apply("java.runtime.version");
        for (WrappingLibrary library : libraries) {
            platform = joined(platform, library.platform().orElse(null));
        }
        metadata.append("platform", new BsonString(platform));
        if (!surroundings.isEmpty()) {
            metadata.append("env", surroundings.clone());
        }
        return shortened(metadata);
    }

    private static BsonDocument driver(List<WrappingLibrary> libraries) {
        String name = DRIVER_NAME;
        String version = DRIVER_VERSION;
        for (WrappingLibrary library : libraries) {
            name = joined(name, library.name());
            version = joined(version, library.version().orElse(null));
        }
        return new BsonDocument("name", new BsonString(name)).append("version", new BsonString(version));
    }

    private static BsonDocument operatingSystem(Function<String, @Nullable String> properties) {
        BsonDocument os = new BsonDocument("type", new BsonString(type(properties.apply("os.name"))));
        appendIfKnown(os, "name", properties.apply("os.name"));
        appendIfKnown(os, "architecture", properties.apply("os.arch"));
        appendIfKnown(os, "version", properties.apply("os.version"));
        return os;
    }

    private static void appendIfKnown(BsonDocument document, String key, @Nullable String value) {
        if (value != null && !value.isEmpty()) {
            document.append(key, new BsonString(value));
        }
    }

    private static String type(@Nullable String name) {
        String lower = name == null ? "" : name.toLowerCase(Locale.ROOT);
        if (lower.startsWith("linux")) {
            return "Linux";
        }
        if (lower.startsWith("mac")) {
            return "Darwin";
        }
        if (lower.startsWith("windows")) {
            return "Windows";
        }
        if (lower.endsWith("bsd")) {
            return "BSD";
        }
        return lower.startsWith("aix") || lower.startsWith("sunos") || lower.startsWith("solaris") ? "Unix" : "unknown";
    }

    private static String joined(String own, @Nullable String appended) {
        if (appended == null || appended.isEmpty()) {
            return own;
        }
        if (appended.indexOf('|') >= 0) {
            throw new MongoConfigurationException(
                    "'" + appended + "' in the driver information contains '|', which separates its parts");
        }
        return own + "|" + appended;
    }

    /** Leaves out, in the order of the specification's "Limitations", until the rest fits. */
    private static BsonDocument shortened(BsonDocument full) {
        BsonDocument metadata = full;
        if (size(metadata) > MAX_BYTES && metadata.containsKey("env")) {
            metadata = replaced(metadata, "env", env -> only(env, "name"));
        }
        if (size(metadata) > MAX_BYTES) {
            metadata = replaced(metadata, "os", os -> only(os, "type"));
        }
        if (size(metadata) > MAX_BYTES) {
            metadata.remove("env");
        }
        int excess = size(metadata) - MAX_BYTES;
        if (excess > 0) {
            String platform = truncated(metadata.getString("platform").getValue(), excess);
            metadata.remove("platform");
            if (!platform.isEmpty()) {
                metadata.append("platform", new BsonString(platform));
            }
        }
        if (size(metadata) > MAX_BYTES) {
            // Only a wrapping library with a name longer than a sentence leads here; the server would refuse the rest.
            metadata.put("driver", driver(List.of()));
        }
        return metadata;
    }

    private static BsonDocument replaced(BsonDocument metadata, String key, UnaryOperator<BsonDocument> by) {
        BsonDocument reduced = by.apply(metadata.getDocument(key));
        if (reduced.isEmpty()) {
            metadata.remove(key);
        } else {
            metadata.put(key, reduced);
        }
        return metadata;
    }

    private static BsonDocument only(BsonDocument document, String key) {
        BsonDocument reduced = new BsonDocument();
        if (document.containsKey(key)) {
            reduced.append(key, document.get(key));
        }
        return reduced;
    }

    /** The text without its last characters, so that it is at least this much shorter in UTF-8. */
    private static String truncated(String text, int excessBytes) {
        int target = text.getBytes(StandardCharsets.UTF_8).length - excessBytes;
        String shorter = text;
        while (!shorter.isEmpty() && shorter.getBytes(StandardCharsets.UTF_8).length > target) {
            shorter = shorter.substring(0, shorter.offsetByCodePoints(shorter.length(), -1));
        }
        return shorter;
    }

    private static int size(BsonDocument document) {
        return new RawBsonDocument(document, new BsonDocumentCodec()).getByteBuffer().remaining();
    }
}
