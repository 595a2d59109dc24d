package dev.bowline.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.Document;
import org.bson.codecs.configuration.CodecConfigurationException;
import org.bson.conversions.Bson;
import org.junit.jupiter.api.Test;

/** What is true of all builders; the documents they yield are held to the official ones in {@code differential}. */
class BuildersTest {
    @Test
    void anOptionThatIsGivenAgainCountsAsItWasGivenLast() {
        assertThat(
                SearchHighlight.paths(SearchPath.fieldPath("a")).maxNumPassages(1).maxNumPassages(2).toBsonDocument())
                .isEqualTo(BsonDocument.parse("{path: 'a', maxNumPassages: 2}"));
    }

    @Test
    void sayingMoreOfATermLeavesItAsItWas() {
        SearchOperator before = SearchOperator.compound().must(List.of(new Document("a", 1)));
        Bson after = before.must(List.of(new Document("b", 2))).minimumShouldMatch(1);
        assertThat(before.toBsonDocument()).isEqualTo(BsonDocument.parse("{compound: {must: [{a: 1}]}}"));
        assertThat(after.toBsonDocument())
                .isEqualTo(BsonDocument.parse("{compound: {must: [{a: 1}, {b: 2}], minimumShouldMatch: 1}}"));
        BsonDocument own = BsonDocument.parse("{fields: []}");
        assertThat(SearchCount.of(own).threshold(3).toBsonDocument()).hasSize(2);
        assertThat(own).hasSize(1);
    }

    @Test
    void aListThatChangesLaterDoesNotChangeTheBuilder() {
        List<Object> values = new ArrayList<>(List.of(1));
        Bson filter = Filters.in("a", values);
        Bson fill = Aggregates.fill(o -> o.partitionByFields("p"), List.of(FillOutputField.locf("a")));
        values.add(2);
        assertThat(filter.toBsonDocument()).isEqualTo(BsonDocument.parse("{a: {$in: [1]}}"));
        assertThat(fill.toBsonDocument())
                .isEqualTo(BsonDocument.parse("{$fill: {partitionByFields: ['p'], output: {a: {method: 'locf'}}}}"));
    }

    @Test
    void equalCallsYieldEqualBuildersThatSayWhatTheyAre() {
        assertThat(SearchOperator.exists(SearchPath.fieldPath("a")).score(SearchScore.boost(2)))
                .isEqualTo(SearchOperator.exists(SearchPath.fieldPath("a")).score(SearchScore.boost(2)))
                .isNotEqualTo(SearchOperator.exists(SearchPath.fieldPath("a")));
        assertThat(SearchCount.total()).isEqualTo(SearchCount.total()).hasSameHashCodeAs(SearchCount.total())
                .hasToString("{type: total}");
        assertThat(SearchPath.wildcardPath("a")).isEqualTo(SearchPath.wildcardPath("a"))
                .isNotEqualTo(SearchPath.fieldPath("a"));
        assertThat(Filters.eq("a", 1)).isEqualTo(Filters.eq("a", 1)).hasToString("{a: 1}");
    }

    @Test
    void aValueWithoutACodecIsRefusedWhenTheFilterIsUsed() {
        Bson filter = Filters.eq("a", new Thread());
        assertThatThrownBy(filter::toBsonDocument).isInstanceOf(CodecConfigurationException.class);
    }

    @Test
    void anAccumulatorRunsOverAWindow() {
        assertThat(Windows.over(Accumulators.sum("a", "$a"), Windows.documents(-1, Windows.Bound.CURRENT)))
                .isEqualTo(WindowOutputFields.sum("a", "$a", Windows.documents(-1, Windows.Bound.CURRENT)));
    }
}
