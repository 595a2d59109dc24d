package dev.bowline.conformance.match;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.LinkedHashMap;
import java.util.Map;
import org.bson.BsonBinary;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.junit.jupiter.api.Test;

class ValueMatcherTest {
    private final EntityValues entities = new EntityValues() {
        @Override
        public BsonValue value(String entity) {
            return entity.equals("saved") ? ValueMatcherTest.value("{x: 1}") : EntityValues.none().value(entity);
        }

        @Override
        public BsonDocument sessionId(String entity) {
            return BsonDocument.parse("{id: 7}");
        }
    };
    private final ValueMatcher matcher = new ValueMatcher(entities);

    @Test
    void extraKeysAreAllowedAtTheRootOnly() {
        matches("{x: 1}", "{x: 1, y: 2}");
        fails("{x: {y: 1}}", "{x: {y: 1, z: 1}}", "unexpected key \"z\"");
        fails("{x: 1, y: 1}", "{x: 1}", ".y: expected");
    }

    @Test
    void elementsOfAnArrayAreRootsOnlyIfTheyComeFromAnIterable() {
        fails("[{x: 1}]", "[{x: 1, y: 1}]", "unexpected key");
        assertThatCode(() -> matcher.matchIterable(value("[{x: 1}]"), value("[{x: 1, y: 1}]"), "result"))
                .doesNotThrowAnyException();
        assertThatThrownBy(() -> matcher.matchIterable(value("[{x: {}}]"), value("[{x: {y: 1}}]"), "result"))
                .isInstanceOf(MismatchException.class);
    }

    @Test
    void numbersAreComparedByValueWhateverTheirType() {
        matches("{x: 1}", "{x: {$numberLong: '1'}}");
        matches("{x: 1}", "{x: 1.0}");
        fails("{x: 1}", "{x: 1.5}", "expected");
        fails("{x: 1}", "{x: '1'}", "expected");
        fails("{x: {$numberLong: '9007199254740993'}}", "{x: {$numberLong: '9007199254740992'}}", "expected");
        fails("{x: 1}", "{x: {$numberDecimal: '1'}}", "expected");
    }

    @Test
    void everyTypeHasItsNameAndNoOther() {
        Map<String, String> values = new LinkedHashMap<>();
        values.put("double", "{$numberDouble: '1.5'}");
        values.put("string", "'x'");
        values.put("object", "{a: 1}");
        values.put("array", "[1]");
        values.put("binData", "{$binary: {base64: '', subType: '00'}}");
        values.put("undefined", "{$undefined: true}");
        values.put("objectId", "{$oid: '00000000000000000000000a'}");
        values.put("bool", "true");
        values.put("date", "{$date: {$numberLong: '1'}}");
        values.put("null", "null");
        values.put("regex", "{$regularExpression: {pattern: 'x', options: ''}}");
        values.put("dbPointer", "{$dbPointer: {'$ref': 'a.b', '$id': {'$oid': '00000000000000000000000a'}}}");
        values.put("javascript", "{$code: 'x'}");
        values.put("symbol", "{$symbol: 'x'}");
        values.put("javascriptWithScope", "{$code: 'x', $scope: {}}");
        values.put("int", "{$numberInt: '1'}");
        values.put("timestamp", "{$timestamp: {t: 1, i: 1}}");
        values.put("long", "{$numberLong: '1'}");
        values.put("decimal", "{$numberDecimal: '1'}");
        values.put("minKey", "{$minKey: 1}");
        values.put("maxKey", "{$maxKey: 1}");
        for (String name : values.keySet()) {
            values.forEach((other, value) -> {
                String expected = "{x: {$$type: '" + name + "'}}";
                if (name.equals(other)) {
                    matches(expected, "{x: " + value + "}");
                } else {
                    fails(expected, "{x: " + value + "}", "expected the type");
                }
            });
        }
    }

    @Test
    void theOrderOfKeysDoesNotMatterButTheLengthOfArraysDoes() {
        matches("{x: {a: 1, b: 2}}", "{x: {b: 2, a: 1}}");
        fails("{x: [1, 2, 3]}", "{x: [1, 2, 3, 4]}", "3 elements, were 4");
        fails("{x: [1, 2]}", "{x: [2, 1]}", "x[0]");
    }

    @Test
    void existsLooksAtThePresenceOfAKeyAndNotAtItsValue() {
        matches("{x: {$$exists: true}}", "{x: null}");
        fails("{x: {$$exists: true}}", "{y: 1}", "to be present");
        matches("{x: {$$exists: false}}", "{y: 1}");
        fails("{x: {$$exists: false}}", "{x: null}", "to be absent");
        fails("{x: null}", "{}", "was absent");
    }

    @Test
    void typeAcceptsOneOfSeveralAndNeverAnAbsentKey() {
        matches("{x: {$$type: 'string'}}", "{x: 'a'}");
        matches("{x: {$$type: ['int', 'long']}}", "{x: {$numberLong: '1'}}");
        matches("{x: {$$type: 'number'}}", "{x: 1.5}");
        fails("{x: {$$type: ['int', 'long']}}", "{x: 1.5}", "expected the type");
        fails("{x: {$$type: 'string'}}", "{}", "was absent");
        fails("{x: {$$type: 'text'}}", "{x: 'a'}", "there is no BSON type");
    }

    @Test
    void unsetOrMatchesKeepsTheRulesOfItsPlace() {
        matches("{x: {$$unsetOrMatches: {y: 1}}}", "{}");
        matches("{x: {$$unsetOrMatches: {y: 1}}}", "{x: {y: 1}}");
        fails("{x: {$$unsetOrMatches: {y: 1}}}", "{x: {y: 1, z: 1}}", "unexpected key");
        matches("{$$unsetOrMatches: {y: 1}}", "{y: 1, z: 1}");
        matches("{x: {$$unsetOrMatches: {$$type: 'int'}}}", "{x: 2}");
    }

    @Test
    void entitiesAndSessionsAreLookedUp() {
        matches("{x: {$$matchesEntity: 'saved'}}", "{x: {x: 1}}");
        fails("{x: {$$matchesEntity: 'saved'}}", "{x: {x: 2}}", "expected");
        fails("{x: {$$matchesEntity: 'missing'}}", "{x: {x: 2}}", "no entity");
        matches("{lsid: {$$sessionLsid: 's'}}", "{lsid: {id: 7}}");
        fails("{lsid: {$$sessionLsid: 's'}}", "{lsid: {id: 8}}", "expected");
    }

    @Test
    void lteBytesAndDocumentsInStringsAreUnderstood() {
        matches("{x: {$$lte: 5}}", "{x: 5}");
        fails("{x: {$$lte: 5}}", "{x: 5.1}", "at most");
        fails("{x: {$$lte: 5}}", "{x: 'a'}", "at most");
        matcher.matchRoot(value("{$$matchesHexBytes: '12AB'}"), new BsonBinary(new byte[]{0x12, (byte) 0xab}), "r");
        assertThatThrownBy(() -> matcher.matchRoot(value("{$$matchesHexBytes: '12AB'}"),
                new BsonBinary(new byte[]{0x12}), "r")).isInstanceOf(MismatchException.class);
        BsonDocument log = new BsonDocument("command", new BsonString("{\"find\": \"c\", \"lsid\": 1}"));
        matcher.matchRoot(value("{command: {$$matchAsDocument: {$$matchAsRoot: {find: 'c'}}}}"), log, "r");
        assertThatThrownBy(() -> matcher.matchRoot(value("{command: {$$matchAsDocument: {find: 'c'}}}"), log, "r"))
                .isInstanceOf(MismatchException.class).hasMessageContaining("unexpected key \"lsid\"");
    }

    @Test
    void anUnknownOperatorIsAnErrorAndNotAMatch() {
        fails("{x: {$$gte: 5}}", "{x: 6}", "no operator $$gte");
    }

    @Test
    void outcomesAreComparedExactlyExceptForTheOrderOfKeys() {
        ValueMatcher.matchExactly(value("{a: 1, b: {c: 1, d: 2}}"), value("{b: {d: 2, c: 1}, a: 1}"), "o");
        assertThatThrownBy(() -> ValueMatcher.matchExactly(value("{a: 1}"), value("{a: 1, b: 1}"), "o"))
                .isInstanceOf(MismatchException.class);
    }

    private void matches(String expected, String actual) {
        assertThatCode(() -> matcher.matchRoot(value(expected), value(actual), "")).doesNotThrowAnyException();
    }

    private void fails(String expected, String actual, String because) {
        assertThatThrownBy(() -> matcher.matchRoot(value(expected), value(actual), ""))
                .isInstanceOf(MismatchException.class).hasMessageContaining(because);
    }

    private static BsonValue value(String json) {
        return BsonDocument.parse("{v: " + json + "}").values().iterator().next();
    }
}
