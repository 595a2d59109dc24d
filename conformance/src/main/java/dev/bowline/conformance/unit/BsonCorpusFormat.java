package dev.bowline.conformance.unit;

import dev.bowline.codec.ExtendedJson;
import dev.bowline.conformance.SpecCase;
import dev.bowline.conformance.SpecFile;
import dev.bowline.conformance.SpecFormat;
import dev.bowline.conformance.format.Documents;
import dev.bowline.conformance.match.MismatchException;
import dev.bowline.egress.wire.BsonBufferReader;
import dev.bowline.egress.wire.BsonBufferWriter;
import dev.bowline.egress.wire.FastCodecs;
import dev.bowline.egress.wire.WireBuffer;
import dev.bowline.error.MongoProtocolException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonSerializationException;
import org.bson.codecs.Codec;
import org.bson.codecs.DecoderContext;
import org.bson.codecs.EncoderContext;
import org.bson.json.JsonMode;
import org.bson.json.JsonParseException;
import org.bson.json.JsonWriterSettings;

/**
 * Canonical, degenerate and broken BSON through our reader, writer and codecs, and Extended JSON through our parser.
 */
public final class BsonCorpusFormat implements SpecFormat {
    private static final Set<String> FILE_KEYS = Set.of("description", "bson_type", "test_key", "deprecated", "valid",
            "decodeErrors", "parseErrors");
    private static final Set<String> VALID_KEYS = Set.of("description", "canonical_bson", "canonical_extjson",
            "converted_bson", "converted_extjson", "degenerate_bson", "degenerate_extjson", "lossy", "relaxed_extjson");
    private static final JsonWriterSettings CANONICAL = JsonWriterSettings.builder().outputMode(JsonMode.EXTENDED)
            .build();

    private static final JsonWriterSettings RELAXED = JsonWriterSettings.builder().outputMode(JsonMode.RELAXED).build();

    @Override
    public boolean reads(SpecFile file) {
        return file.has("bson_type");
    }

    @Override
    public List<SpecCase> cases(SpecFile file) {
        Check.knownKeys(file.contents(), FILE_KEYS, "the file");
        List<SpecCase> cases = new ArrayList<>();
        Documents.list(file.contents(), "valid").forEach(
                test -> cases.add(new SpecCase(file.suite(), file.path(), name("valid", test), () -> valid(test))));
        Documents.list(file.contents(), "decodeErrors").forEach(test -> cases.add(
                new SpecCase(file.suite(), file.path(), name("decode error", test), () -> decodeError(test))));
        Documents.list(file.contents(), "parseErrors").forEach(test -> cases.add(
                new SpecCase(file.suite(), file.path(), name("parse error", test), () -> parseError(test))));
        return cases;
    }

    private static String name(String kind, BsonDocument test) {
        return kind + ": " + test.getString("description").getValue();
    }

    private static void valid(BsonDocument test) {
        Check.knownKeys(test, VALID_KEYS, "the case");
        byte[] canonical = bytes(test, "canonical_bson");
        roundTrip(canonical, canonical, "canonical_bson");
        if (test.containsKey("converted_bson")) {
            roundTrip(bytes(test, "converted_bson"), bytes(test, "converted_bson"), "converted_bson");
        }
        if (test.containsKey("degenerate_bson")) {
            roundTrip(bytes(test, "degenerate_bson"), canonical, "degenerate_bson");
        }
        BsonDocument decoded = decode(FastCodecs.bsonDocument(), canonical);
        Check.equal(ExtendedJson.parse(test.getString("canonical_extjson").getValue()).toJson(CANONICAL),
                ExtendedJson.parse(decoded.toJson(CANONICAL)).toJson(CANONICAL), "canonical_extjson");
        String relaxed = Documents.string(test, "relaxed_extjson");
        if (relaxed != null) {
            Check.equal(decoded.toJson(RELAXED), ExtendedJson.parse(relaxed).toJson(RELAXED), "relaxed_extjson");
        }
        if (!Documents.isTrue(test, "lossy")) {
            for (String key : List.of("canonical_extjson", "degenerate_extjson")) {
                String json = Documents.string(test, key);
                if (json != null) {
                    same(canonical, encode(FastCodecs.bsonDocument(), ExtendedJson.parse(json)), key);
                }
            }
        }
    }

    private static void roundTrip(byte[] from, byte[] to, String what) {
        same(to, encode(FastCodecs.bsonDocument(), decode(FastCodecs.bsonDocument(), from)), what);
        same(to, encode(FastCodecs.document(), decode(FastCodecs.document(), from)), what + " as Document");
    }

    private static void decodeError(BsonDocument test) {
        try {
            decode(FastCodecs.bsonDocument(), bytes(test, "bson"));
        } catch (MongoProtocolException e) {
            return;
        }
        throw new MismatchException("expected not to be decoded");
    }

    private static void parseError(BsonDocument test) {
        try {
            encode(FastCodecs.bsonDocument(), ExtendedJson.parse(test.getString("string").getValue()));
        } catch (JsonParseException | BsonSerializationException | IllegalArgumentException e) {
            return;
        }
        throw new MismatchException("expected not to be parsed and encoded");
    }

    private static <T> byte[] encode(Codec<T> codec, T value) {
        WireBuffer buffer = new WireBuffer(16);
        codec.encode(new BsonBufferWriter(buffer), value, EncoderContext.builder().build());
        return Arrays.copyOf(buffer.bytes(), buffer.size());
    }

    private static <T> T decode(Codec<T> codec, byte[] bytes) {
        return codec.decode(new BsonBufferReader(bytes), DecoderContext.builder().build());
    }

    private static byte[] bytes(BsonDocument test, String key) {
        return HexFormat.of().parseHex(test.getString(key).getValue().toLowerCase(Locale.ROOT));
    }

    private static void same(byte[] expected, byte[] actual, String what) {
        Check.equal(HexFormat.of().formatHex(expected), HexFormat.of().formatHex(actual), what);
    }
}
