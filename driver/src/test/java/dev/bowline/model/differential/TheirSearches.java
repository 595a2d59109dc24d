package dev.bowline.model.differential;

import com.mongodb.client.model.Aggregates;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.HnswSearchIndexOptions;
import com.mongodb.client.model.SearchIndexDefinition;
import com.mongodb.client.model.SearchIndexType;
import com.mongodb.client.model.VectorSearchIndexFields;
import com.mongodb.client.model.geojson.Point;
import com.mongodb.client.model.geojson.Position;
import com.mongodb.client.model.search.FieldSearchPath;
import com.mongodb.client.model.search.FuzzySearchOptions;
import com.mongodb.client.model.search.SearchCollector;
import com.mongodb.client.model.search.SearchCount;
import com.mongodb.client.model.search.SearchFacet;
import com.mongodb.client.model.search.SearchHighlight;
import com.mongodb.client.model.search.SearchOperator;
import com.mongodb.client.model.search.SearchOptions;
import com.mongodb.client.model.search.SearchPath;
import com.mongodb.client.model.search.SearchScore;
import com.mongodb.client.model.search.SearchScoreExpression;
import com.mongodb.client.model.search.VectorSearchNestedOptions;
import com.mongodb.client.model.search.VectorSearchOptions;
import com.mongodb.client.model.search.VectorSearchQuery;
import com.mongodb.client.model.search.VectorSearchScoreMode;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.bson.BinaryVector;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.conversions.Bson;
import org.bson.types.ObjectId;

/** Searches, search indexes and searches for vectors, by the official driver. */
final class TheirSearches {
    private static final BsonDocument DOCUMENT = BsonDocument.parse("{x: 'y'}");
    private static final BsonDocument NESTED = BsonDocument.parse("{x: {y: 'z'}}");
    private static final FieldSearchPath A = SearchPath.fieldPath("a");
    private static final FieldSearchPath B = SearchPath.fieldPath("b").multi("m");
    private static final SearchPath WILD = SearchPath.wildcardPath("w*");
    private static final SearchOperator EXISTS = SearchOperator.exists(A);
    private static final Instant NOW = Instant.ofEpochMilli(1_000);
    private static final Point PLACE = new Point(new Position(1.5, 2));

    private TheirSearches() {}

    static void add(Renderings to) {
        paths(to);
        texts(to);
        ranges(to);
        values(to);
        compounds(to);
        scores(to);
        stages(to);
        vectors(to);
        indexes(to);
    }

    private static void paths(Renderings to) {
        to.add("SearchPath.fieldPath(String)", A, A.toBsonValue());
        to.add("SearchPath.wildcardPath(String)", WILD, WILD.toBsonValue());
        to.add("SearchPath.toBsonValue()", B.toBsonValue());
        to.add("FieldSearchPath.multi(String)", B);
    }

    private static void texts(Renderings to) {
        to.add("SearchOperator.exists(FieldSearchPath)", EXISTS, SearchOperator.exists(B));
        to.add("SearchOperator.text(SearchPath,String)", SearchOperator.text(A, "q"), SearchOperator.text(WILD, "q"));
        to.add("SearchOperator.text(Iterable,Iterable)", SearchOperator.text(List.of(A, B, WILD), List.of("q", "r")),
                SearchOperator.text(List.of(B), List.of("q")));
        to.add("TextSearchOperator.fuzzy()", SearchOperator.text(A, "q").fuzzy());
        to.add("TextSearchOperator.fuzzy(FuzzySearchOptions)",
                SearchOperator.text(A, "q").fuzzy(FuzzySearchOptions.fuzzySearchOptions().maxEdits(1)));
        to.add("TextSearchOperator.synonyms(String)", SearchOperator.text(A, "q").synonyms("s"));
        to.add("TextSearchOperator.score(SearchScore)", SearchOperator.text(A, "q").score(SearchScore.boost(2)));
        to.add("FuzzySearchOptions.maxEdits(int)",
                SearchOperator.text(A, "q").fuzzy(FuzzySearchOptions.fuzzySearchOptions().maxEdits(2)));
        to.add("FuzzySearchOptions.prefixLength(int)",
                SearchOperator.text(A, "q").fuzzy(FuzzySearchOptions.fuzzySearchOptions().prefixLength(2).maxEdits(1)));
        to.add("FuzzySearchOptions.maxExpansions(int)",
                SearchOperator.text(A, "q").fuzzy(FuzzySearchOptions.fuzzySearchOptions().maxExpansions(2)));
        to.add("FuzzySearchOptions.option(String,Object)",
                SearchOperator.text(A, "q").fuzzy(FuzzySearchOptions.fuzzySearchOptions().option("x", 2)));
        to.add("SearchOperator.autocomplete(FieldSearchPath,String,String[])", SearchOperator.autocomplete(A, "q"),
                SearchOperator.autocomplete(A, "q", "r"));
        to.add("SearchOperator.autocomplete(FieldSearchPath,Iterable)",
                SearchOperator.autocomplete(A, List.of("q", "r")), SearchOperator.autocomplete(A, List.of("q")));
        var complete = SearchOperator.autocomplete(A, "q");
        to.add("AutocompleteSearchOperator.fuzzy()", complete.fuzzy());
        to.add("AutocompleteSearchOperator.fuzzy(FuzzySearchOptions)",
                complete.fuzzy(FuzzySearchOptions.fuzzySearchOptions().maxEdits(1)));
        to.add("AutocompleteSearchOperator.anyTokenOrder()", complete.anyTokenOrder());
        to.add("AutocompleteSearchOperator.sequentialTokenOrder()", complete.sequentialTokenOrder().anyTokenOrder(),
                complete.sequentialTokenOrder());
        to.add("AutocompleteSearchOperator.score(SearchScore)", complete.score(SearchScore.constant(2)));
        to.add("SearchOperator.phrase(SearchPath,String)", SearchOperator.phrase(A, "q"));
        to.add("SearchOperator.phrase(Iterable,Iterable)", SearchOperator.phrase(List.of(A, B), List.of("q", "r")));
        to.add("PhraseSearchOperator.slop(int)", SearchOperator.phrase(A, "q").slop(2));
        to.add("PhraseSearchOperator.synonyms(String)", SearchOperator.phrase(A, "q").synonyms("s").slop(1));
        to.add("PhraseSearchOperator.score(SearchScore)", SearchOperator.phrase(A, "q").score(SearchScore.boost(A)));
        to.add("SearchOperator.wildcard(SearchPath,String)", SearchOperator.wildcard(A, "q*"));
        to.add("SearchOperator.wildcard(Iterable,Iterable)", SearchOperator.wildcard(List.of("q", "r"), List.of(A, B)));
        to.add("SearchOperator.regex(SearchPath,String)", SearchOperator.regex(A, "q.*"));
        to.add("SearchOperator.regex(Iterable,Iterable)", SearchOperator.regex(List.of(A, B), List.of("q", "r")));
        to.add("SearchOperator.queryString(FieldSearchPath,String)", SearchOperator.queryString(A, "q"));
        to.add("SearchOperator.moreLikeThis(BsonDocument)", SearchOperator.moreLikeThis(DOCUMENT));
        to.add("SearchOperator.moreLikeThis(Iterable)", SearchOperator.moreLikeThis(List.of(DOCUMENT, DOCUMENT)),
                SearchOperator.moreLikeThis(List.of(DOCUMENT)));
        to.add("SearchOperator.of(Bson)", SearchOperator.of(NESTED));
    }

    private static void ranges(Renderings to) {
        to.add("SearchOperator.numberRange(FieldSearchPath,FieldSearchPath[])", SearchOperator.numberRange(A).gt(1),
                SearchOperator.numberRange(A, B).gt(1));
        to.add("SearchOperator.numberRange(Iterable)", SearchOperator.numberRange(List.of(A, B)).gt(1),
                SearchOperator.numberRange(List.of(B)).gt(1));
        var numbers = SearchOperator.numberRange(A);
        to.add("NumberRangeSearchOperatorBase.gt(Number)", numbers.gt(1.5));
        to.add("NumberRangeSearchOperatorBase.gte(Number)", numbers.gte(1L));
        to.add("NumberRangeSearchOperatorBase.lt(Number)", numbers.lt(1));
        to.add("NumberRangeSearchOperatorBase.lte(Number)", numbers.lte(1));
        to.add("NumberRangeSearchOperatorBase.gtLt(Number,Number)", numbers.gtLt(1, 2));
        to.add("NumberRangeSearchOperatorBase.gteLte(Number,Number)", numbers.gteLte(1, 2));
        to.add("NumberRangeSearchOperatorBase.gtLte(Number,Number)", numbers.gtLte(1, 2));
        to.add("NumberRangeSearchOperatorBase.gteLt(Number,Number)", numbers.gteLt(1, 2));
        to.add("NumberRangeSearchOperator.score(SearchScore)", numbers.gteLt(1, 2).score(SearchScore.constant(1)));
        to.add("SearchOperator.dateRange(FieldSearchPath,FieldSearchPath[])", SearchOperator.dateRange(A).gt(NOW),
                SearchOperator.dateRange(A, B).gt(NOW));
        to.add("SearchOperator.dateRange(Iterable)", SearchOperator.dateRange(List.of(A, B)).gt(NOW));
        var times = SearchOperator.dateRange(A);
        to.add("DateRangeSearchOperatorBase.gt(Instant)", times.gt(NOW));
        to.add("DateRangeSearchOperatorBase.gte(Instant)", times.gte(NOW));
        to.add("DateRangeSearchOperatorBase.lt(Instant)", times.lt(NOW));
        to.add("DateRangeSearchOperatorBase.lte(Instant)", times.lte(NOW));
        to.add("DateRangeSearchOperatorBase.gtLt(Instant,Instant)", times.gtLt(NOW, NOW));
        to.add("DateRangeSearchOperatorBase.gteLte(Instant,Instant)", times.gteLte(NOW, NOW));
        to.add("DateRangeSearchOperatorBase.gtLte(Instant,Instant)", times.gtLte(NOW, NOW));
        to.add("DateRangeSearchOperatorBase.gteLt(Instant,Instant)", times.gteLt(NOW, NOW));
        to.add("SearchOperator.near(Number,Number,FieldSearchPath,FieldSearchPath[])", SearchOperator.near(1, 2L, A),
                SearchOperator.near(1.5, 2, A, B));
        to.add("SearchOperator.near(Number,Number,Iterable)", SearchOperator.near(1, 2, List.of(A, B)));
        Duration pivot = Duration.ofMillis(5);
        to.add("SearchOperator.near(Instant,Duration,FieldSearchPath,FieldSearchPath[])",
                SearchOperator.near(NOW, pivot, A), SearchOperator.near(NOW, pivot, A, B));
        to.add("SearchOperator.near(Instant,Duration,Iterable)", SearchOperator.near(NOW, pivot, List.of(A)));
        to.add("SearchOperator.near(Point,Number,FieldSearchPath,FieldSearchPath[])", SearchOperator.near(PLACE, 2, A),
                SearchOperator.near(PLACE, 2.5, A, B));
        to.add("SearchOperator.near(Point,Number,Iterable)", SearchOperator.near(PLACE, 2, List.of(A)));
    }

    private static void values(Renderings to) {
        ObjectId id = new ObjectId("664000000000000000000001");
        UUID uuid = new UUID(1, 2);
        to.add("SearchOperator.in(FieldSearchPath,boolean,boolean[])", SearchOperator.in(A, true),
                SearchOperator.in(A, true, false));
        to.add("SearchOperator.in(FieldSearchPath,ObjectId,ObjectId[])", SearchOperator.in(A, id),
                SearchOperator.in(A, id, id));
        to.add("SearchOperator.in(FieldSearchPath,Number,Number[])", SearchOperator.in(A, 1),
                SearchOperator.in(A, 1, 2L, 2.5));
        to.add("SearchOperator.in(FieldSearchPath,Instant,Instant[])", SearchOperator.in(A, NOW),
                SearchOperator.in(A, NOW, NOW));
        to.add("SearchOperator.in(FieldSearchPath,UUID,UUID[])", SearchOperator.in(A, uuid),
                SearchOperator.in(A, uuid, uuid));
        to.add("SearchOperator.in(FieldSearchPath,String,String[])", SearchOperator.in(A, "x"),
                SearchOperator.in(A, "x", "y"));
        to.add("SearchOperator.in(FieldSearchPath,Iterable)", SearchOperator.in(A, List.of("x")),
                SearchOperator.in(A, List.of(1, 2)));
        to.add("SearchOperator.equals(FieldSearchPath,boolean)", SearchOperator.equals(A, true));
        to.add("SearchOperator.equals(FieldSearchPath,ObjectId)", SearchOperator.equals(A, id));
        to.add("SearchOperator.equals(FieldSearchPath,Number)", SearchOperator.equals(A, 1.5));
        to.add("SearchOperator.equals(FieldSearchPath,Instant)", SearchOperator.equals(A, NOW));
        to.add("SearchOperator.equals(FieldSearchPath,String)", SearchOperator.equals(A, "x"));
        to.add("SearchOperator.equals(FieldSearchPath,UUID)", SearchOperator.equals(A, uuid));
        to.add("SearchOperator.equalsNull(FieldSearchPath)", SearchOperator.equalsNull(A));
        List<Double> vector = List.of(1.5, 2.0);
        to.add("SearchOperator.vectorSearch(FieldSearchPath,Iterable,int,int)",
                SearchOperator.vectorSearch(A, vector, 3, 10));
        to.add("SearchOperator.vectorSearchExact(FieldSearchPath,Iterable,int)",
                SearchOperator.vectorSearchExact(A, vector, 3));
        to.add("VectorSearchOperator.filter(SearchOperator)",
                SearchOperator.vectorSearch(A, vector, 3, 10).filter(EXISTS));
        to.add("VectorSearchOperator.score(SearchScore)",
                SearchOperator.vectorSearchExact(A, vector, 3).score(SearchScore.boost(2)));
    }

    private static void compounds(Renderings to) {
        var compound = SearchOperator.compound();
        List<SearchOperator> one = List.of(EXISTS);
        List<SearchOperator> two = List.of(SearchOperator.exists(B), SearchOperator.text(A, "q"));
        to.add("SearchOperator.compound()", compound.must(one).mustNot(two).should(one).filter(two));
        to.add("CompoundSearchOperatorBase.must(Iterable)", compound.must(two), compound.must(one).must(two));
        to.add("CompoundSearchOperatorBase.mustNot(Iterable)", compound.mustNot(one),
                compound.mustNot(one).mustNot(two));
        to.add("CompoundSearchOperatorBase.should(Iterable)", compound.should(one), compound.should(one).should(two));
        to.add("CompoundSearchOperatorBase.filter(Iterable)", compound.filter(one), compound.filter(one).filter(two));
        to.add("ShouldCompoundSearchOperator.minimumShouldMatch(int)", compound.should(two).minimumShouldMatch(1),
                compound.should(two).minimumShouldMatch(1).must(one));
        to.add("CompoundSearchOperator.score(SearchScore)", compound.must(one).score(SearchScore.constant(1)));
    }

    private static void scores(Renderings to) {
        to.add("SearchOperator.score(SearchScore)", EXISTS.score(SearchScore.boost(2)));
        to.add("SearchScore.boost(float)", SearchScore.boost(0.5f), SearchScore.boost(0.1f));
        to.add("SearchScore.boost(FieldSearchPath)", SearchScore.boost(A), SearchScore.boost(B));
        to.add("PathBoostSearchScore.undefined(float)", SearchScore.boost(A).undefined(0.5f));
        to.add("SearchScore.constant(float)", SearchScore.constant(0.5f));
        var path = SearchScoreExpression.pathExpression(A);
        var relevance = SearchScoreExpression.relevanceExpression();
        var constant = SearchScoreExpression.constantExpression(0.5f);
        to.add("SearchScore.function(SearchScoreExpression)", SearchScore.function(relevance),
                SearchScore.function(path));
        to.add("SearchScore.of(Bson)", SearchScore.of(NESTED));
        to.add("SearchScoreExpression.relevanceExpression()", relevance);
        to.add("SearchScoreExpression.pathExpression(FieldSearchPath)", path, SearchScoreExpression.pathExpression(B));
        to.add("PathSearchScoreExpression.undefined(float)", path.undefined(0.5f));
        to.add("SearchScoreExpression.constantExpression(float)", constant);
        to.add("SearchScoreExpression.gaussExpression(double,PathSearchScoreExpression,double)",
                SearchScoreExpression.gaussExpression(1, path, 2),
                SearchScoreExpression.gaussExpression(1, path.undefined(3), 2));
        to.add("GaussSearchScoreExpression.offset(double)",
                SearchScoreExpression.gaussExpression(1, path, 2).offset(3));
        to.add("GaussSearchScoreExpression.decay(double)",
                SearchScoreExpression.gaussExpression(1, path, 2).decay(0.5).offset(3));
        to.add("SearchScoreExpression.logExpression(SearchScoreExpression)", SearchScoreExpression.logExpression(path));
        to.add("SearchScoreExpression.log1pExpression(SearchScoreExpression)",
                SearchScoreExpression.log1pExpression(constant));
        to.add("SearchScoreExpression.addExpression(Iterable)",
                SearchScoreExpression.addExpression(List.of(path, constant)));
        to.add("SearchScoreExpression.multiplyExpression(Iterable)",
                SearchScoreExpression.multiplyExpression(List.of(relevance, constant)));
        to.add("SearchScoreExpression.of(Bson)", SearchScoreExpression.of(DOCUMENT));
    }

    private static void stages(Renderings to) {
        var string = SearchFacet.stringFacet("s", A);
        var number = SearchFacet.numberFacet("n", B, List.of(1, 2));
        var date = SearchFacet.dateFacet("d", A, List.of(NOW, NOW.plusSeconds(1)));
        to.add("SearchFacet.stringFacet(String,FieldSearchPath)", string);
        to.add("StringSearchFacet.numBuckets(int)", string.numBuckets(3));
        to.add("SearchFacet.numberFacet(String,FieldSearchPath,Iterable)", number);
        to.add("NumberSearchFacet.defaultBucket(String)", number.defaultBucket("x"));
        to.add("SearchFacet.dateFacet(String,FieldSearchPath,Iterable)", date);
        to.add("DateSearchFacet.defaultBucket(String)", date.defaultBucket("x"));
        to.add("SearchFacet.of(Bson)", SearchFacet.of(NESTED));
        to.add("SearchFacet.combineToBson(Iterable)", SearchFacet.combineToBson(List.of(string, number, date)));
        var collector = SearchCollector.facet(EXISTS, List.of(string, date));
        to.add("SearchCollector.facet(SearchOperator,Iterable)", collector);
        to.add("SearchCollector.facet(Iterable)", SearchCollector.facet(List.of(string)));
        to.add("SearchCollector.of(Bson)", SearchCollector.of(NESTED));
        to.add("SearchCount.total()", SearchCount.total());
        to.add("SearchCount.lowerBound()", SearchCount.lowerBound());
        to.add("LowerBoundSearchCount.threshold(int)", SearchCount.lowerBound().threshold(7));
        to.add("SearchCount.of(Bson)", SearchCount.of(DOCUMENT));
        to.add("SearchHighlight.paths(SearchPath,SearchPath[])", SearchHighlight.paths(A),
                SearchHighlight.paths(WILD, B));
        to.add("SearchHighlight.paths(Iterable)", SearchHighlight.paths(List.of(A)),
                SearchHighlight.paths(List.of(A, B)));
        to.add("SearchHighlight.maxCharsToExamine(int)", SearchHighlight.paths(A).maxCharsToExamine(5));
        to.add("SearchHighlight.maxNumPassages(int)", SearchHighlight.paths(A).maxNumPassages(2).maxCharsToExamine(5));
        to.add("SearchHighlight.of(Bson)", SearchHighlight.of(DOCUMENT),
                SearchHighlight.of(DOCUMENT).maxNumPassages(2));
        to.add("Aggregates.search(SearchOperator)", Aggregates.search(EXISTS));
        to.add("Aggregates.search(SearchOperator,SearchOptions)",
                Aggregates.search(EXISTS, SearchOptions.searchOptions()));
        to.add("Aggregates.search(SearchCollector)", Aggregates.search(collector));
        to.add("Aggregates.search(SearchCollector,SearchOptions)",
                Aggregates.search(collector, SearchOptions.searchOptions()));
        to.add("Aggregates.searchMeta(SearchOperator)", Aggregates.searchMeta(EXISTS));
        to.add("Aggregates.searchMeta(SearchOperator,SearchOptions)",
                Aggregates.searchMeta(EXISTS, SearchOptions.searchOptions().count(SearchCount.total())));
        to.add("Aggregates.searchMeta(SearchCollector)", Aggregates.searchMeta(collector));
        to.add("Aggregates.searchMeta(SearchCollector,SearchOptions)",
                Aggregates.searchMeta(collector, SearchOptions.searchOptions().index("i")));
        to.add("SearchOptions.index(String)", Aggregates.search(EXISTS, SearchOptions.searchOptions().index("i")));
        to.add("SearchOptions.highlight(SearchHighlight)",
                Aggregates.search(EXISTS,
                        SearchOptions.searchOptions().highlight(SearchHighlight.paths(A)).index("i")));
        to.add("SearchOptions.count(SearchCount)",
                Aggregates.search(EXISTS, SearchOptions.searchOptions().count(SearchCount.lowerBound())));
        to.add("SearchOptions.returnStoredSource(boolean)",
                Aggregates.search(EXISTS, SearchOptions.searchOptions().returnStoredSource(true)));
        to.add("SearchOptions.option(String,Object)",
                Aggregates.search(EXISTS, SearchOptions.searchOptions().option("x", List.of(1)).option("x", 2)));
    }

    private static void vectors(Renderings to) {
        List<Double> vector = List.of(1.5, 2.0);
        var exact = VectorSearchOptions.exactVectorSearchOptions();
        var approximate = VectorSearchOptions.approximateVectorSearchOptions(100);
        to.add("VectorSearchOptions.exactVectorSearchOptions()", exact);
        to.add("VectorSearchOptions.approximateVectorSearchOptions(long)", approximate);
        to.add("VectorSearchOptions.filter(Bson)", exact.filter(Filters.gt("a", 1)));
        to.add("VectorSearchOptions.parentFilter(Bson)", approximate.parentFilter(Filters.gt("a", 1)));
        for (VectorSearchScoreMode mode : VectorSearchScoreMode.values()) {
            to.add("VectorSearchNestedOptions.scoreMode(VectorSearchScoreMode)",
                    exact.nestedOptions(VectorSearchNestedOptions.vectorSearchNestedOptions().scoreMode(mode)));
        }
        to.add("VectorSearchNestedOptions.option(String,Object)", approximate
                .nestedOptions(VectorSearchNestedOptions.vectorSearchNestedOptions().option("x", 1)));
        to.add("VectorSearchOptions.nestedOptions(VectorSearchNestedOptions)",
                exact.nestedOptions(VectorSearchNestedOptions.vectorSearchNestedOptions()));
        to.add("VectorSearchOptions.returnStoredSource(boolean)", exact.returnStoredSource(true));
        to.add("VectorSearchOptions.option(String,Object)", approximate.option("x", 1).option("numCandidates", 5));
        to.add("Aggregates.vectorSearch(FieldSearchPath,Iterable,String,long,VectorSearchOptions)",
                Aggregates.vectorSearch(A, vector, "i", 7, exact),
                Aggregates.vectorSearch(B, vector, "i", 7, approximate),
                Aggregates.vectorSearch(A, vector, "i", 7, approximate.filter(Filters.eq("f", 1))));
        to.add("Aggregates.vectorSearch(FieldSearchPath,BinaryVector,String,long,VectorSearchOptions)",
                Aggregates.vectorSearch(A, BinaryVector.floatVector(new float[]{1, 2}), "i", 7, exact),
                Aggregates.vectorSearch(A, BinaryVector.int8Vector(new byte[]{1, 2}), "i", 7, exact),
                Aggregates.vectorSearch(A, BinaryVector.packedBitVector(new byte[]{1, 2}, (byte) 3), "i", 7, exact));
        var query = VectorSearchQuery.textQuery("q");
        to.add("VectorSearchQuery.textQuery(String)", query);
        to.add("TextVectorSearchQuery.model(String)", query.model("m"),
                Aggregates.vectorSearch(A, query.model("m"), "i", 7, approximate));
        to.add("Aggregates.vectorSearch(FieldSearchPath,VectorSearchQuery,String,long,VectorSearchOptions)",
                Aggregates.vectorSearch(A, query, "i", 7, approximate));
    }

    private static void indexes(Renderings to) {
        // The official fields change when more is said of them, so each is made anew, and say it in an order of their
        // own.
        Bson filter = VectorSearchIndexFields.filterField("p");
        to.add("VectorSearchIndexFields.vectorField(String)", vector().numDimensions(3).similarity("cosine"));
        to.add("VectorField.numDimensions(int)", vector().numDimensions(5).similarity("dotProduct"));
        to.add("VectorField.similarity(String)", vector().numDimensions(5).similarity("euclidean"));
        to.add("VectorField.indexingMethod(String)",
                vector().numDimensions(5).similarity("cosine").indexingMethod("flat"));
        to.add("VectorField.hnswOptions(Bson)", vector().numDimensions(5).similarity("cosine")
                .hnswOptions(new HnswSearchIndexOptions().maxEdges(16).numEdgeCandidates(100)));
        to.add("HnswSearchIndexOptions.maxEdges(int)", vector().numDimensions(5).similarity("cosine")
                .hnswOptions(new HnswSearchIndexOptions().maxEdges(16)));
        to.add("HnswSearchIndexOptions.numEdgeCandidates(int)", vector().numDimensions(5).similarity("cosine")
                .hnswOptions(new HnswSearchIndexOptions().maxEdges(3).numEdgeCandidates(16)));
        to.add("VectorSearchIndexFields.filterField(String)", filter);
        to.add("VectorSearchIndexFields.autoEmbedField(String)", embed().modality("text").model("m"));
        to.add("AutoEmbedField.modality(String)", embed().modality("text").model("m"));
        to.add("AutoEmbedField.model(String)", embed().modality("text").model("m"));
        to.add("AutoEmbedField.numDimensions(int)", embed().modality("text").model("m").numDimensions(5));
        to.add("AutoEmbedField.quantization(String)", embed().modality("text").model("m").quantization("scalar"));
        to.add("AutoEmbedField.similarity(String)", embed().modality("text").model("m").similarity("cosine"));
        to.add("AutoEmbedField.indexingMethod(String)", embed().modality("text").model("m").indexingMethod("flat"));
        to.add("AutoEmbedField.hnswOptions(Bson)", embed().modality("text").model("m").numDimensions(1)
                .quantization("none").similarity("cosine").indexingMethod("hnsw")
                .hnswOptions(new HnswSearchIndexOptions().maxEdges(16)));
        var definition = SearchIndexDefinition.vectorSearch(vector().numDimensions(3).similarity("cosine"), filter);
        to.add("SearchIndexDefinition.vectorSearch(Bson[])", definition);
        to.add("SearchIndexDefinition.vectorSearch(List)", SearchIndexDefinition.vectorSearch(List.of(filter)));
        to.add("VectorSearchIndexDefinition.storedSource(Bson)", definition.storedSource(DOCUMENT));
        to.add("SearchIndexType.search()", SearchIndexType.search().toBsonValue());
        to.add("SearchIndexType.vectorSearch()", SearchIndexType.vectorSearch().toBsonValue());
        to.add("SearchIndexType.of(BsonValue)", SearchIndexType.of(new BsonString("x")).toBsonValue());
        to.add("SearchIndexType.toBsonValue()", SearchIndexType.search().toBsonValue());
    }

    private static VectorSearchIndexFields.VectorField vector() {
        return VectorSearchIndexFields.vectorField("p");
    }

    private static VectorSearchIndexFields.AutoEmbedField embed() {
        return VectorSearchIndexFields.autoEmbedField("p");
    }
}
