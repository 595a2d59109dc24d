package dev.bowline.codec;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.bowline.doubles.Fuzz;
import org.bson.BsonDocument;
import org.bson.json.JsonMode;
import org.bson.json.JsonParseException;
import org.bson.json.JsonWriterSettings;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Any text is a document that can be written and read again, or a parse error. */
class ExtendedJsonFuzzTest {
    private static final JsonWriterSettings CANONICAL = JsonWriterSettings.builder().outputMode(JsonMode.EXTENDED)
            .build();

    @Test
    void aFewThousandTexts() {
        texts().run(20_000);
    }

    @Test
    @Tag("soak")
    void tenMillionTexts() {
        texts().run(Long.getLong("bowline.fuzz.inputs", 10_000_000));
    }

    private static Fuzz texts() {
        return new Fuzz("Extended JSON", ExtendedJsonFuzzTest::parses)
                .example("{}").example("{\"a\": [1, -2.5e3, true, null, \"x\\u0041\\n\", {}]}")
                .example(
                        "{\"_id\": {\"$oid\": \"0123456789abcdef01234567\"}, \"n\": {\"$numberDecimal\": \"1.5E+10\"}}")
                .example(
                        "{\"i\": {\"$numberInt\": \"1\"}, \"l\": {\"$numberLong\": \"2\"}, \"d\": {\"$numberDouble\": "
                                + "\"-0.0\"}}")
                .example(
                        "{\"b\": {\"$binary\": {\"base64\": \"AAEC\", \"subType\": \"00\"}}, \"t\": {\"$timestamp\": "
                                + "{\"t\": 1, \"i\": 2}}}")
                .example(
                        "{\"d\": {\"$date\": \"2020-01-01T00:00:00.5Z\"}, \"e\": {\"$date\": {\"$numberLong\": \"1\"}}}")
                .example(
                        "{\"r\": {\"$regularExpression\": {\"pattern\": \"a\", \"options\": \"ix\"}}, \"c\": "
                                + "{\"$code\": \"f\", \"$scope\": {}}}")
                .example(
                        "{\"p\": {\"$dbPointer\": {\"$ref\": \"c\", \"$id\": {\"$oid\": "
                                + "\"0123456789abcdef01234567\"}}}}")
                .example(
                        "{\"m\": {\"$minKey\": 1}, \"x\": {\"$maxKey\": 1}, \"u\": {\"$undefined\": true}, \"y\": "
                                + "{\"$uuid\": \"00112233-4455-6677-8899-aabbccddeeff\"}}")
                .words("{", "}", "[", "]", "\"", ":", ",", "\\", "\\u", "\\ud800", "E", "e+", "-", ".", "NaN",
                        "Infinity",
                        "-Infinity", "{\"$numberDecimal\": \"", "\"$numberDouble\": \"", "$date", "$oid", "$code",
                        "$scope",
                        "1E6144", "1E-6176", "9".repeat(40), "0".repeat(300), "+99999999999999", "true", "null");
    }

    private static boolean parses(byte[] input) {
        BsonDocument document;
        try {
            document = ExtendedJson.parse(new String(input, UTF_8));
        } catch (JsonParseException refused) {
            return false;
        }
        BsonDocument again = ExtendedJson.parse(document.toJson(CANONICAL));
        if (!again.equals(document)) {
            throw new AssertionError("Written and read again it is " + again);
        }
        return true;
    }
}
