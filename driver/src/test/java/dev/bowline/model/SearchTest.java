package dev.bowline.model;

import static com.mongodb.client.model.search.SearchPath.fieldPath;
import static com.mongodb.client.model.search.SearchPath.wildcardPath;
import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.MongoClientSettings;
import com.mongodb.client.model.geojson.Point;
import com.mongodb.client.model.geojson.Position;
import com.mongodb.client.model.search.FuzzySearchOptions;
import com.mongodb.client.model.search.SearchCollector;
import com.mongodb.client.model.search.SearchCount;
import com.mongodb.client.model.search.SearchFacet;
import com.mongodb.client.model.search.SearchHighlight;
import com.mongodb.client.model.search.SearchOperator;
import com.mongodb.client.model.search.SearchOptions;
import com.mongodb.client.model.search.SearchScore;
import com.mongodb.client.model.search.SearchScoreExpression;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.Document;
import org.bson.conversions.Bson;
import org.junit.jupiter.api.Test;

/** Holds the builders of searches to the official ones. */
class SearchTest {
    private static final SearchPath A = SearchPath.fieldPath("a");
    private static final SearchPath B = SearchPath.fieldPath("b");
    private static final Instant NOW = Instant.ofEpochMilli(1000);

    private static dev.bowline.model.SearchOperator exists(String path) {
        return dev.bowline.model.SearchOperator.exists(SearchPath.fieldPath(path));
    }

    private static SearchOperator theirExists(String path) {
        return SearchOperator.exists(fieldPath(path));
    }

    @Test
    void operatorsOfText() {
        same(dev.bowline.model.SearchOperator.text(A, "q").fuzzy(o -> o.maxEdits(1).prefixLength(2).maxExpansions(3)),
                SearchOperator.text(fieldPath("a"), "q").fuzzy(
                        FuzzySearchOptions.fuzzySearchOptions().maxEdits(1).prefixLength(2).maxExpansions(3)));
        same(dev.bowline.model.SearchOperator
                .text(List.of(A.multi("m"), SearchPath.wildcardPath("b*")), List.of("q", "r")).synonyms("s")
                .score(dev.bowline.model.SearchScore.boost(2)),
                SearchOperator.text(List.of(fieldPath("a").multi("m"), wildcardPath("b*")), List.of("q", "r"))
                        .synonyms("s").score(SearchScore.boost(2)));
        same(dev.bowline.model.SearchOperator.autocomplete(A, "q").fuzzy().sequentialTokenOrder(),
                SearchOperator.autocomplete(fieldPath("a"), "q").fuzzy().sequentialTokenOrder());
        same(dev.bowline.model.SearchOperator.autocomplete(A, "q", "r").anyTokenOrder(),
                SearchOperator.autocomplete(fieldPath("a"), "q", "r").anyTokenOrder());
        same(dev.bowline.model.SearchOperator.phrase(A, "q").slop(2).synonyms("s"),
                SearchOperator.phrase(fieldPath("a"), "q").slop(2).synonyms("s"));
        same(dev.bowline.model.SearchOperator.queryString(A, "q"), SearchOperator.queryString(fieldPath("a"), "q"));
        same(dev.bowline.model.SearchOperator.wildcard(A, "q*"), SearchOperator.wildcard(fieldPath("a"), "q*"));
        same(dev.bowline.model.SearchOperator.regex(A, "q.*"), SearchOperator.regex(fieldPath("a"), "q.*"));
        same(dev.bowline.model.SearchOperator.moreLikeThis(new Document("a", 1)),
                SearchOperator.moreLikeThis(BsonDocument.parse("{a: 1}")));
    }

    @Test
    void operatorsOfValues() {
        same(exists("a"), theirExists("a"));
        same(dev.bowline.model.SearchOperator.numberRange(A).gtLt(1, 2),
                SearchOperator.numberRange(fieldPath("a")).gtLt(1, 2));
        same(dev.bowline.model.SearchOperator.numberRange(A, B).gteLte(1, 2),
                SearchOperator.numberRange(fieldPath("a"), fieldPath("b")).gteLte(1, 2));
        same(dev.bowline.model.SearchOperator.numberRange(A).gt(1), SearchOperator.numberRange(fieldPath("a")).gt(1));
        same(dev.bowline.model.SearchOperator.dateRange(A).lte(NOW), SearchOperator.dateRange(fieldPath("a")).lte(NOW));
        same(dev.bowline.model.SearchOperator.dateRange(A).gtLte(NOW, NOW),
                SearchOperator.dateRange(fieldPath("a")).gtLte(NOW, NOW));
        same(dev.bowline.model.SearchOperator.dateRange(A).gteLt(NOW, NOW),
                SearchOperator.dateRange(fieldPath("a")).gteLt(NOW, NOW));
        same(dev.bowline.model.SearchOperator.near(1, 2, A), SearchOperator.near(1, 2, fieldPath("a")));
        same(dev.bowline.model.SearchOperator.near(NOW, Duration.ofMillis(5), A, B),
                SearchOperator.near(NOW, Duration.ofMillis(5), fieldPath("a"), fieldPath("b")));
        same(dev.bowline.model.SearchOperator.near(BsonDocument.parse("{type: 'Point', coordinates: [1.0, 2.0]}"), 3,
                A),
                SearchOperator.near(new Point(new Position(1, 2)), 3, fieldPath("a")));
        same(dev.bowline.model.SearchOperator.in(A, 1, 2), SearchOperator.in(fieldPath("a"), 1, 2));
        same(dev.bowline.model.SearchOperator.equals(A, true), SearchOperator.equals(fieldPath("a"), true));
        same(dev.bowline.model.SearchOperator.equalsNull(A), SearchOperator.equalsNull(fieldPath("a")));
        same(dev.bowline.model.SearchOperator.vectorSearch(A, List.of(1.5), 3, 10),
                SearchOperator.vectorSearch(fieldPath("a"), List.of(1.5), 3, 10));
        same(dev.bowline.model.SearchOperator.vectorSearchExact(A, List.of(1.5), 3),
                SearchOperator.vectorSearchExact(fieldPath("a"), List.of(1.5), 3));
    }

    @Test
    void compoundsAndScores() {
        same(dev.bowline.model.SearchOperator.compound().must(List.of(exists("a"))).mustNot(List.of(exists("b")))
                .should(List.of(exists("c"))).minimumShouldMatch(1).filter(List.of(exists("d"))),
                SearchOperator.compound().must(List.of(theirExists("a"))).mustNot(List.of(theirExists("b")))
                        .should(List.of(theirExists("c"))).minimumShouldMatch(1).filter(List.of(theirExists("d"))));
        same(exists("a").score(dev.bowline.model.SearchScore.boost(B, 3)),
                theirExists("a").score(SearchScore.boost(fieldPath("b")).undefined(3)));
        same(exists("a").score(dev.bowline.model.SearchScore.constant(2)),
                theirExists("a").score(SearchScore.constant(2)));
        same(exists("a").score(dev.bowline.model.SearchScore.function(
                dev.bowline.model.SearchScoreExpression.addExpression(List.of(
                        dev.bowline.model.SearchScoreExpression.relevanceExpression(),
                        dev.bowline.model.SearchScoreExpression.pathExpression(B, 1),
                        dev.bowline.model.SearchScoreExpression.gaussExpression(1,
                                dev.bowline.model.SearchScoreExpression.pathExpression(B), 2),
                        dev.bowline.model.SearchScoreExpression.multiplyExpression(List.of(
                                dev.bowline.model.SearchScoreExpression.logExpression(
                                        dev.bowline.model.SearchScoreExpression.constantExpression(1)),
                                dev.bowline.model.SearchScoreExpression.log1pExpression(
                                        dev.bowline.model.SearchScoreExpression.constantExpression(1)))))))),
                theirExists("a").score(SearchScore.function(SearchScoreExpression.addExpression(List.of(
                        SearchScoreExpression.relevanceExpression(),
                        SearchScoreExpression.pathExpression(fieldPath("b")).undefined(1),
                        SearchScoreExpression.gaussExpression(1, SearchScoreExpression.pathExpression(fieldPath("b")),
                                2),
                        SearchScoreExpression.multiplyExpression(List.of(
                                SearchScoreExpression.logExpression(SearchScoreExpression.constantExpression(1)),
                                SearchScoreExpression.log1pExpression(
                                        SearchScoreExpression.constantExpression(1)))))))));
    }

    @Test
    void stagesWithFacetsAndOptions() {
        same(Aggregates.searchMeta(dev.bowline.model.SearchCollector.facet(exists("a"), List.of(
                dev.bowline.model.SearchFacet.stringFacet("s", A, 3),
                dev.bowline.model.SearchFacet.numberFacet("n", B, List.of(1, 2)),
                dev.bowline.model.SearchFacet.dateFacet("d", B, List.of(NOW, NOW.plusSeconds(1)))))),
                com.mongodb.client.model.Aggregates.searchMeta(SearchCollector.facet(theirExists("a"), List.of(
                        SearchFacet.stringFacet("s", fieldPath("a")).numBuckets(3),
                        SearchFacet.numberFacet("n", fieldPath("b"), List.of(1, 2)),
                        SearchFacet.dateFacet("d", fieldPath("b"), List.of(NOW, NOW.plusSeconds(1)))))));
        same(Aggregates.search(exists("a"),
                o -> o.index("i").highlight(dev.bowline.model.SearchHighlight.paths(List.of(A, B), 5, 2))
                        .count(dev.bowline.model.SearchCount.lowerBound(7)).returnStoredSource(true)
                        .option("tracking", true)),
                com.mongodb.client.model.Aggregates.search(theirExists("a"), SearchOptions.searchOptions().index("i")
                        .highlight(SearchHighlight.paths(fieldPath("a"), fieldPath("b")).maxCharsToExamine(5)
                                .maxNumPassages(2))
                        .count(SearchCount.lowerBound().threshold(7)).returnStoredSource(true)
                        .option("tracking", true)));
        same(Aggregates.searchMeta(dev.bowline.model.SearchCollector.facet(
                List.of(dev.bowline.model.SearchFacet.stringFacet("s", A))),
                o -> o.count(dev.bowline.model.SearchCount.total())),
                com.mongodb.client.model.Aggregates.searchMeta(
                        SearchCollector.facet(List.of(SearchFacet.stringFacet("s", fieldPath("a")))),
                        SearchOptions.searchOptions().count(SearchCount.total())));
    }

    private static void same(Bson ours, Bson theirs) {
        assertThat(render(ours)).isEqualTo(render(theirs));
    }

    private static BsonDocument render(Bson bson) {
        return bson.toBsonDocument(Document.class, MongoClientSettings.getDefaultCodecRegistry());
    }
}
