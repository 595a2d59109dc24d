package dev.bowline.egress.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.bowline.error.MongoProtocolException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.bson.Document;
import org.bson.codecs.BsonDocumentCodec;
import org.bson.codecs.DocumentCodec;
import org.bson.json.JsonMode;
import org.bson.json.JsonWriterSettings;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** The public corpus of canonical, degenerate and broken BSON, by every pairing of our parts with the library's. */
class BsonCorpusTest {
    private static final Set<String> FILE_KEYS = Set.of("description", "bson_type", "test_key", "deprecated", "valid",
            "decodeErrors", "parseErrors");
    private static final Set<String> VALID_KEYS = Set.of("description", "canonical_bson", "canonical_extjson",
            "converted_bson", "converted_extjson", "degenerate_bson", "degenerate_extjson", "lossy", "relaxed_extjson");
    /**
     * Extended JSON that the library's parser accepts although the corpus says it is wrong. Bowline has no parser of
     * its own.
     */
    private static final Set<String> ACCEPTED_BY_THE_LIBRARY = Set.of("Bad $binary (type is number, not string)",
            "Bad $date (number, not string or hash)");
    private static final BsonDocumentCodec THEIR_BSON_DOCUMENT = new BsonDocumentCodec();
    private static final DocumentCodec THEIR_DOCUMENT = new DocumentCodec();
    private static final JsonWriterSettings CANONICAL = JsonWriterSettings.builder().outputMode(JsonMode.EXTENDED)
            .build();

    @TestFactory
    Stream<DynamicNode> everyFileOfTheCorpus() throws IOException {
        Path directory = Path.of(System.getProperty("bowline.spec-tests", "../../shared/spec-tests"), "bson-corpus");
        assumeTrue(Files.isDirectory(directory),
                "The BSON corpus is not at " + directory + "; set -Dbowline.spec-tests=DIR");
        List<DynamicNode> files = new ArrayList<>();
        try (Stream<Path> paths = Files.list(directory)) {
            for (Path path : paths.filter(p -> p.toString().endsWith(".json")).sorted().toList()) {
                files.add(file(path));
            }
        }
        assertThat(files).isNotEmpty();
        return files.stream();
    }

    private static DynamicNode file(Path path) throws IOException {
        BsonDocument file = BsonDocument.parse(Files.readString(path));
        assertThat(FILE_KEYS).as(path.toString()).containsAll(file.keySet());
        List<DynamicTest> tests = new ArrayList<>();
        for (BsonDocument valid : cases(file, "valid")) {
            assertThat(VALID_KEYS).as(path.toString()).containsAll(valid.keySet());
            tests.add(DynamicTest.dynamicTest("valid: " + text(valid, "description"), () -> checkValid(valid)));
        }
        for (BsonDocument error : cases(file, "decodeErrors")) {
            tests.add(DynamicTest.dynamicTest("decode error: " + text(error, "description"),
                    () -> checkDecodeError(error)));
        }
        for (BsonDocument error : cases(file, "parseErrors")) {
            tests.add(DynamicTest.dynamicTest("parse error: " + text(error, "description"),
                    () -> checkParseError(error)));
        }
        assertThat(tests).as("cases of " + path).isNotEmpty();
        return DynamicContainer.dynamicContainer(text(file, "description"), tests);
    }

    private static void checkValid(BsonDocument valid) {
        byte[] canonical = bytes(valid, "canonical_bson");
        checkDecodesTo(canonical, canonical);
        if (valid.containsKey("converted_bson")) {
            byte[] converted = bytes(valid, "converted_bson");
            checkDecodesTo(converted, converted);
        }
        if (valid.containsKey("degenerate_bson")) {
            checkDecodesTo(bytes(valid, "degenerate_bson"), canonical);
        }
        boolean lossy = valid.containsKey("lossy") && valid.getBoolean("lossy").getValue();
        BsonDocument decoded = Encodings.byOurReader(FastCodecs.bsonDocument(), canonical);
        assertThat(BsonDocument.parse(decoded.toJson(CANONICAL)).toJson(CANONICAL))
                .isEqualTo(BsonDocument.parse(text(valid, "canonical_extjson")).toJson(CANONICAL));
        if (!lossy) {
            for (String key : List.of("canonical_extjson", "degenerate_extjson")) {
                if (valid.containsKey(key)) {
                    BsonDocument parsed = BsonDocument.parse(text(valid, key));
                    assertThat(Encodings.byOurWriter(FastCodecs.bsonDocument(), parsed)).as(key).isEqualTo(canonical);
                }
            }
        }
    }

    /** By our reader and writer with their codecs, by our codecs with both, and by the raw copy. */
    private static void checkDecodesTo(byte[] bytes, byte[] expected) {
        BsonDocument ours = Encodings.byOurReader(FastCodecs.bsonDocument(), bytes);
        assertThat(Encodings.byOurWriter(FastCodecs.bsonDocument(), ours)).isEqualTo(expected);
        assertThat(Encodings.byTheirWriter(FastCodecs.bsonDocument(), ours)).isEqualTo(expected);
        BsonDocument throughInterface = Encodings.byOurReader(THEIR_BSON_DOCUMENT, bytes);
        assertThat(throughInterface).isEqualTo(ours);
        assertThat(Encodings.byOurWriter(THEIR_BSON_DOCUMENT, throughInterface)).isEqualTo(expected);
        assertThat(Encodings.byTheirReader(FastCodecs.bsonDocument(), bytes)).isEqualTo(ours);

        Document document = Encodings.byOurReader(FastCodecs.document(), bytes);
        assertThat(Encodings.byOurWriter(FastCodecs.document(), document)).isEqualTo(expected);
        assertThat(Encodings.byOurReader(THEIR_DOCUMENT, bytes)).isEqualTo(document);
        assertThat(Encodings.byTheirReader(FastCodecs.document(), bytes)).isEqualTo(document);

        assertThat(Encodings.byOurWriter(FastCodecs.rawBsonDocument(),
                Encodings.byOurReader(FastCodecs.rawBsonDocument(), bytes))).isEqualTo(bytes);
    }

    private static void checkDecodeError(BsonDocument error) {
        byte[] bytes = bytes(error, "bson");
        assertThatThrownBy(() -> Encodings.byOurReader(FastCodecs.bsonDocument(), bytes))
                .isInstanceOf(MongoProtocolException.class).hasMessageContaining("at offset");
        assertThatThrownBy(() -> Encodings.byOurReader(FastCodecs.document(), bytes))
                .isInstanceOf(MongoProtocolException.class);
        assertThatThrownBy(() -> Encodings.byOurReader(THEIR_BSON_DOCUMENT, bytes))
                .isInstanceOf(MongoProtocolException.class);
        assertThatThrownBy(() -> Encodings.byOurReader(FastCodecs.rawBsonDocument(), bytes))
                .isInstanceOf(MongoProtocolException.class);
    }

    private static void checkParseError(BsonDocument error) {
        String description = text(error, "description");
        assumeFalse(ACCEPTED_BY_THE_LIBRARY.contains(description), "The library's parser accepts this");
        assertThatThrownBy(() -> {
            BsonDocument parsed = BsonDocument.parse(text(error, "string"));
            Encodings.byOurWriter(FastCodecs.bsonDocument(), parsed);
        }).isInstanceOf(RuntimeException.class);
    }

    private static List<BsonDocument> cases(BsonDocument file, String key) {
        return file.containsKey(key) ? file.getArray(key).stream().map(BsonValue::asDocument).toList() : List.of();
    }

    private static String text(BsonDocument document, String key) {
        return document.getString(key).getValue();
    }

    private static byte[] bytes(BsonDocument document, String key) {
        return HexFormat.of().parseHex(text(document, key).toLowerCase(Locale.ROOT));
    }
}
