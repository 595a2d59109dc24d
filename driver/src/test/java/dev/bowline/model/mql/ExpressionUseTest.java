package dev.bowline.model.mql;

import static dev.bowline.model.mql.MqlValues.current;
import static dev.bowline.model.mql.MqlValues.of;
import static dev.bowline.model.mql.MqlValues.ofArray;
import static dev.bowline.model.mql.MqlValues.ofIntegerArray;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bowline.model.Accumulators;
import dev.bowline.model.Aggregates;
import dev.bowline.model.Field;
import dev.bowline.model.Filters;
import dev.bowline.model.Projections;
import dev.bowline.model.Variable;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.bson.Document;
import org.bson.codecs.configuration.CodecRegistries;
import org.bson.codecs.configuration.CodecRegistry;
import org.bson.conversions.Bson;
import org.junit.jupiter.api.Test;

/** Where expressions may stand, and what the official ones do not do. */
class ExpressionUseTest {
    /** Knows nothing of expressions. */
    private static final CodecRegistry CODECS = Bson.DEFAULT_CODEC_REGISTRY;
    private static final String PIECES = "{$getField: {input: '$$CURRENT', field: 'pieces'}}";

    private final MqlInteger pieces = current().getInteger("pieces");
    private final MqlArray<MqlInteger> rows = current().getArray("rows");

    @Test
    void anExpressionStandsWhereverABuilderTakesOne() {
        same(Aggregates.project(Projections.computed("n", pieces)), "{$project: {n: %s}}");
        same(Aggregates.addFields(new Field("n", pieces), new Field("m", List.of(pieces, 1))),
                "{$addFields: {n: %1$s, m: [%1$s, 1]}}");
        same(Aggregates.set(new Field("n", pieces)), "{$set: {n: %s}}");
        same(Aggregates.match(Filters.expr(pieces.gt(of(1)))), "{$match: {$expr: {$gt: [%s, 1]}}}");
        same(Aggregates.group(pieces, Accumulators.sum("n", pieces), Accumulators.push("all", ofArray(pieces))),
                "{$group: {_id: %1$s, n: {$sum: %1$s}, all: {$push: [%1$s]}}}");
        same(Aggregates.sortByCount(pieces), "{$sortByCount: %s}");
        same(Aggregates.bucket(pieces, List.of(0, 5)), "{$bucket: {groupBy: %s, boundaries: [0, 5]}}");
        same(Aggregates.replaceRoot(current().getDocument("pieces")), "{$replaceRoot: {newRoot: %s}}");
        same(Aggregates.replaceWith(current().merge(of(new Document("a", 1)))),
                "{$replaceWith: {$mergeObjects: ['$$CURRENT', {$literal: {a: 1}}]}}");
        same(Aggregates.lookup("other", List.of(new Variable("n", pieces)), List.of(), "found"),
                "{$lookup: {from: 'other', let: {n: %s}, pipeline: [], as: 'found'}}");
    }

    @Test
    void anExpressionStandsWithinDocumentsIfTheRegistryHasItsCodec() {
        CodecRegistry codecs = CodecRegistries.fromRegistries(
                CodecRegistries.fromProviders(new ExpressionCodecProvider()), CODECS);
        assertThat(new Document("$expr", pieces.lt(of(1))).append("x", List.of(of("a"), of(true)))
                .toBsonDocument(Document.class, codecs))
                .isEqualTo(BsonDocument.parse("{$expr: {$lt: [%s, 1]}, x: ['a', true]}".formatted(PIECES)));
        assertThatThrownBy(() -> codecs.get(MqlInteger.class).decode(null, null))
                .isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    void anInnerFunctionMayUseTheElementOfAnOuterOne() {
        assertThat(json(rows.map(row -> ofIntegerArray(1, 2).map(column -> row.multiply(column)))))
                .isEqualTo(parse("""
                        {$map: {input: {$getField: {input: '$$CURRENT', field: 'rows'}}, as: 'this1',
                                in: {$map: {input: [1, 2], in: {$multiply: ['$$this1', '$$this']}}}}}"""));
    }

    @Test
    void everyFunctionOfANestHasANameOfItsOwnIfItNeedsOne() {
        MqlArray<MqlInteger> two = ofIntegerArray(1, 2);
        assertThat(json(two.map(x -> two.map(y -> two.filter(z -> z.eq(x.add(y)))))))
                .isEqualTo(
                        parse("""
                                {$map: {input: [1, 2], as: 'this1', in: {$map: {input: [1, 2], as: 'this2', in:
                                    {$filter: {input: [1, 2], cond: {$eq: ['$$this', {$add: ['$$this1', '$$this2']}]}}}}}}}"""));
        assertThat(json(two.map(x -> two.map(y -> two.filter(z -> z.eq(x)))))).as("the second is not used by the third")
                .isEqualTo(parse("""
                        {$map: {input: [1, 2], as: 'this1', in: {$map: {input: [1, 2], in:
                            {$filter: {input: [1, 2], cond: {$eq: ['$$this', '$$this1']}}}}}}}"""));
        assertThat(json(two.map(x -> two.sum(y -> y.add(x))))).as("a fold has variables of its own")
                .isEqualTo(parse("""
                        {$map: {input: [1, 2], as: 'this1', in: {$reduce: {
                            input: {$map: {input: [1, 2], in: {$add: ['$$this', '$$this1']}}},
                            initialValue: 0, in: {$add: ['$$value', '$$this']}}}}}"""));
    }

    @Test
    void theInputOfAnInnerFunctionIsNotWithinIt() {
        assertThat(json(rows.map(row -> ofArray(row).map(column -> column.add(1))))).isEqualTo(parse("""
                {$map: {input: {$getField: {input: '$$CURRENT', field: 'rows'}},
                        in: {$map: {input: ['$$this'], in: {$add: ['$$this', 1]}}}}}"""));
    }

    @Test
    void anElementHasNoMeaningOutsideOfItsFunction() {
        List<MqlInteger> kept = new ArrayList<>();
        MqlArray<MqlInteger> all = rows.map(row -> {
            kept.add(row);
            return row;
        });
        assertThat(all.toBsonValue(CODECS).isDocument()).isTrue();
        assertThatThrownBy(() -> kept.get(0).add(1).toBsonValue(CODECS)).isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("outside of that function");
        assertThat(kept.get(0)).hasToString("an element of an array");
    }

    @Test
    void anExpressionIsTheSameOnlyAsItself() {
        assertThat(of(1)).isNotEqualTo(of(1));
    }

    @Test
    void anExpressionSaysWhatItRendersTo() {
        assertThat(pieces.add(1)).hasToString(BsonDocument.parse("{$add: [%s, 1]}".formatted(PIECES)).toJson());
        record Unknown(int a) {}
        assertThat(of(new Document("a", new Unknown(1)))).hasToString(
                "an expression with a value that has a codec of its own");
    }

    @Test
    void numbersThatBsonLacksAreRefused() {
        assertThatThrownBy(() -> pieces.add(new BigDecimal("1.5"))).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("java.math.BigDecimal");
    }

    @Test
    void nullIsNoOperand() {
        assertThatThrownBy(() -> pieces.eq(null)).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> rows.map(row -> null)).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> of((String) null)).isInstanceOf(NullPointerException.class);
    }

    private static BsonValue json(MqlValue expression) {
        return expression.toBsonValue(CODECS);
    }

    private static BsonDocument parse(String expected) {
        return BsonDocument.parse(expected);
    }

    private static void same(Bson stage, String expected) {
        BsonDocument parsed = BsonDocument.parse(expected.formatted(PIECES));
        assertThat(stage.toBsonDocument(Document.class, CODECS)).isEqualTo(parsed);
    }
}
