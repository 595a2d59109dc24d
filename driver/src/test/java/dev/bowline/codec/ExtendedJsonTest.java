package dev.bowline.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.json.JsonParseException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the BSON corpus does not say. The corpus itself is run by the conformance module. */
class ExtendedJsonTest {
    @Test
    void numbersAreOfTheSmallestTypeThatHoldsThem() {
        assertThat(ExtendedJson.parse("{\"a\": [2147483647, 2147483648, 9223372036854775808, 1.0, -0, 1e2]}"))
                .isEqualTo(new BsonDocument("a", new org.bson.BsonArray(java.util.List.of(
                        new BsonInt32(Integer.MAX_VALUE), new BsonInt64(2147483648L),
                        new BsonDouble(9.223372036854775808e18),
                        new BsonDouble(1), new BsonDouble(-0.0), new BsonDouble(100)))));
    }

    @Test
    void datesMayBeOfAnyOffset() {
        assertThat(ExtendedJson.parse("{\"a\": {\"$date\": \"1970-01-01T01:00:00.005+01:00\"}}"))
                .isEqualTo(new BsonDocument("a", new BsonDateTime(5)));
    }

    @Test
    void escapesMeanWhatTheyMean() {
        assertThat(ExtendedJson.parse("{\"\\u0061\": \"\\\\ \\/ \\n \\ud83d\\ude00\"}"))
                .isEqualTo(new BsonDocument("a", new BsonString("\\ / \n \ud83d\ude00")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "[]", "1", "{\"$oid\": \"56e1fc72e0c917e9c4714161\"}", "{a: 1}", "{'a': 1}",
            "{\"a\": 1,}", "{\"a\": 01}", "{\"a\": .5}", "{\"a\": +1}", "{\"a\": NaN}", "{\"a\": \"\t\"}",
            "{\"a\": tru}",
            "{\"a\": 1} x", "{\"a\": 1", "{\"a\": \"\\x\"}", "{\"a\": 1, \"a\": 2}", "{\"a\": ObjectId()}"})
    void whatIsNotOneDocumentInJsonIsRefused(String text) {
        assertThatThrownBy(() -> ExtendedJson.parse(text)).isInstanceOf(JsonParseException.class);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', value = {"{\"$oid\": \"x\"}|$oid: expected 24",
            "{\"$date\": 42}|$date: expected a string or a $numberLong, found 42",
            "{\"$binary\": {\"base64\": \"\", \"subType\": 0}}|$binary.subType: expected a string, found 0",
            "{\"$binary\": {\"base64\": \"#\", \"subType\": \"0\"}}|$binary.base64",
            "{\"$numberInt\": \"2147483648\"}|$numberInt", "{\"$numberDouble\": \"0x1p3\"}|$numberDouble",
            "{\"$timestamp\": {\"t\": -1, \"i\": 0}}|$timestamp.t", "{\"$uuid\": \"1-1-1-1-1\"}|$uuid",
            "{\"$minKey\": \"1\"}|$minKey: expected 1"})
    void aMalformedTypeIsRefusedByName(String value, String message) {
        assertThatThrownBy(() -> ExtendedJson.parse("{\"a\": " + value + "}")).isInstanceOf(JsonParseException.class)
                .hasMessageContaining(message);
    }

    @Test
    void nestingIsBounded() {
        String deep = "[".repeat(199) + "]".repeat(199);
        assertThat(ExtendedJson.parse("{\"a\": " + deep + "}")).containsKey("a");
        assertThatThrownBy(() -> ExtendedJson.parse("{\"a\": [" + deep + "]}")).isInstanceOf(JsonParseException.class)
                .hasMessageContaining("200 deep");
        assertThatThrownBy(() -> ExtendedJson.parse("{\"a\":".repeat(100_000))).isInstanceOf(JsonParseException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "E", "+", ".", "1E", "E5", "1.5.5", "--1", "1e+", "x", "1 ", "Infinit",
            "1E99999999999", "0x10", "\u0661"})
    void aDecimalThatIsNoneIsAParseError(String decimal) {
        assertThatThrownBy(() -> ExtendedJson.parse("{\"n\": {\"$numberDecimal\": \"" + decimal + "\"}}"))
                .isInstanceOf(JsonParseException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-0", "1.5", ".5", "5.", "1E+3", "1e-3", "NaN", "Infinity", "-inf"})
    void aDecimalThatIsOneIsRead(String decimal) {
        assertThat(ExtendedJson.parse("{\"n\": {\"$numberDecimal\": \"" + decimal + "\"}}").isDecimal128("n"))
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"a\": [1, -2.", "{\"a\": -", "{\"a\": 1e", "{\"a\": 1e+", "", "{", "{\"a\": \"\\u00"})
    void aTextThatEndsInTheMiddleIsAParseError(String text) {
        assertThatThrownBy(() -> ExtendedJson.parse(text)).isInstanceOf(JsonParseException.class);
    }
}
