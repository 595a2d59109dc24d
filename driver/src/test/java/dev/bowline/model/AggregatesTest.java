package dev.bowline.model;

import static com.mongodb.client.model.Aggregates.addFields;
import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.MongoClientSettings;
import com.mongodb.MongoNamespace;
import com.mongodb.client.model.WindowOutputFields;
import com.mongodb.client.model.densify.DensifyOptions;
import com.mongodb.client.model.densify.DensifyRange;
import com.mongodb.client.model.fill.FillOptions;
import com.mongodb.client.model.fill.FillOutputField;
import com.mongodb.client.model.geojson.Point;
import com.mongodb.client.model.geojson.Position;
import com.mongodb.client.model.search.SearchPath;
import com.mongodb.client.model.search.VectorSearchOptions;
import java.lang.reflect.Method;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.Document;
import org.bson.conversions.Bson;
import org.junit.jupiter.api.Test;

/** Holds the aggregation builders to the official ones. */
class AggregatesTest {
    private static final Bson DOCUMENT = BsonDocument.parse("{x: {$gt: 1}}");
    private static final List<Bson> PIPELINE = List.of(Aggregates.match(DOCUMENT), Aggregates.limit(3));
    private static final List<Bson> THEIR_PIPELINE = List.of(com.mongodb.client.model.Aggregates.match(DOCUMENT),
            com.mongodb.client.model.Aggregates.limit(3));

    @Test
    void theBuildersOfTheOfficialDriverAreHere() {
        assertThat(BuildersTest.missing(Accumulators.class, com.mongodb.client.model.Accumulators.class)).isEmpty();
        assertThat(BuildersTest.missing(Aggregates.class, com.mongodb.client.model.Aggregates.class)).isEmpty();
    }

    @Test
    void stagesThatShapeDocuments() {
        same(Aggregates.addFields(new Field("a", 1), new Field("b", "$c")),
                addFields(new com.mongodb.client.model.Field<>("a", 1),
                        new com.mongodb.client.model.Field<>("b", "$c")));
        same(Aggregates.set(new Field("a", DOCUMENT)),
                com.mongodb.client.model.Aggregates.set(new com.mongodb.client.model.Field<>("a", DOCUMENT)));
        same(Aggregates.unset("a"), com.mongodb.client.model.Aggregates.unset("a"));
        same(Aggregates.unset("a", "b"), com.mongodb.client.model.Aggregates.unset("a", "b"));
        same(Aggregates.project(Projections.include("a")),
                com.mongodb.client.model.Aggregates.project(com.mongodb.client.model.Projections.include("a")));
        same(Aggregates.replaceRoot("$a"), com.mongodb.client.model.Aggregates.replaceRoot("$a"));
        same(Aggregates.replaceRoot(DOCUMENT), com.mongodb.client.model.Aggregates.replaceRoot(DOCUMENT));
        same(Aggregates.replaceWith("$a"), com.mongodb.client.model.Aggregates.replaceWith("$a"));
        same(Aggregates.unwind("$a"), com.mongodb.client.model.Aggregates.unwind("$a"));
        same(Aggregates.unwind("$a", options -> options.preserveNullAndEmptyArrays(true).includeArrayIndex("i")),
                com.mongodb.client.model.Aggregates.unwind("$a", new com.mongodb.client.model.UnwindOptions()
                        .preserveNullAndEmptyArrays(true).includeArrayIndex("i")));
    }

    @Test
    void stagesThatChooseAndCount() {
        same(Aggregates.match(Filters.eq("a", 1)),
                com.mongodb.client.model.Aggregates.match(com.mongodb.client.model.Filters.eq("a", 1)));
        same(Aggregates.sort(Sorts.ascending("a")),
                com.mongodb.client.model.Aggregates.sort(com.mongodb.client.model.Sorts.ascending("a")));
        same(Aggregates.sortByCount("$a"), com.mongodb.client.model.Aggregates.sortByCount("$a"));
        same(Aggregates.skip(5), com.mongodb.client.model.Aggregates.skip(5));
        same(Aggregates.limit(5), com.mongodb.client.model.Aggregates.limit(5));
        same(Aggregates.sample(5), com.mongodb.client.model.Aggregates.sample(5));
        same(Aggregates.count(), com.mongodb.client.model.Aggregates.count());
        same(Aggregates.count("n"), com.mongodb.client.model.Aggregates.count("n"));
        same(Aggregates.documents(List.of(DOCUMENT)),
                com.mongodb.client.model.Aggregates.documents(List.of(DOCUMENT)));
    }

    @Test
    void buckets() {
        same(Aggregates.bucket("$a", List.of(1, 5)), com.mongodb.client.model.Aggregates.bucket("$a", List.of(1, 5)));
        same(Aggregates.bucket("$a", List.of(1, 5),
                options -> options.defaultBucket("other").output(Accumulators.sum("n", 1))),
                com.mongodb.client.model.Aggregates.bucket("$a", List.of(1, 5),
                        new com.mongodb.client.model.BucketOptions().defaultBucket("other")
                                .output(com.mongodb.client.model.Accumulators.sum("n", 1))));
        same(Aggregates.bucketAuto("$a", 4), com.mongodb.client.model.Aggregates.bucketAuto("$a", 4));
        for (BucketGranularity granularity : BucketGranularity.values()) {
            same(Aggregates.bucketAuto("$a", 4,
                    options -> options.granularity(granularity).output(Accumulators.sum("n", 1))),
                    com.mongodb.client.model.Aggregates.bucketAuto("$a", 4,
                            new com.mongodb.client.model.BucketAutoOptions()
                                    .granularity(com.mongodb.client.model.BucketGranularity.valueOf(granularity.name()))
                                    .output(com.mongodb.client.model.Accumulators.sum("n", 1))));
        }
    }

    @Test
    void joins() {
        same(Aggregates.lookup("f", "l", "r", "as"), com.mongodb.client.model.Aggregates.lookup("f", "l", "r", "as"));
        same(Aggregates.lookup("f", PIPELINE, "as"),
                com.mongodb.client.model.Aggregates.lookup("f", THEIR_PIPELINE, "as"));
        same(Aggregates.lookup("f", List.of(new Variable("v", "$a")), PIPELINE, "as"),
                com.mongodb.client.model.Aggregates.lookup("f",
                        List.of(new com.mongodb.client.model.Variable<>("v", "$a")), THEIR_PIPELINE, "as"));
        same(Aggregates.graphLookup("f", "$s", "a", "b", "as"),
                com.mongodb.client.model.Aggregates.graphLookup("f", "$s", "a", "b", "as"));
        same(Aggregates.graphLookup("f", "$s", "a", "b", "as",
                options -> options.maxDepth(1).depthField("d").restrictSearchWithMatch(DOCUMENT)),
                com.mongodb.client.model.Aggregates.graphLookup("f", "$s", "a", "b", "as",
                        new com.mongodb.client.model.GraphLookupOptions().maxDepth(1).depthField("d")
                                .restrictSearchWithMatch(DOCUMENT)));
        same(Aggregates.unionWith("c", PIPELINE), com.mongodb.client.model.Aggregates.unionWith("c", THEIR_PIPELINE));
        same(Aggregates.facet(new Facet("a", PIPELINE), new Facet("b", Aggregates.count())),
                com.mongodb.client.model.Aggregates.facet(new com.mongodb.client.model.Facet("a", THEIR_PIPELINE),
                        new com.mongodb.client.model.Facet("b", com.mongodb.client.model.Aggregates.count())));
    }

    @Test
    void outputs() {
        same(Aggregates.out("c"), com.mongodb.client.model.Aggregates.out("c"));
        same(Aggregates.out("d", "c"), com.mongodb.client.model.Aggregates.out("d", "c"));
        same(Aggregates.out(DOCUMENT), com.mongodb.client.model.Aggregates.out(DOCUMENT));
        same(Aggregates.merge("c"), com.mongodb.client.model.Aggregates.merge("c"));
        same(Aggregates.merge("d", "c"), com.mongodb.client.model.Aggregates.merge(new MongoNamespace("d", "c")));
        for (MergeOptions.WhenMatched matched : MergeOptions.WhenMatched.values()) {
            for (MergeOptions.WhenNotMatched not : MergeOptions.WhenNotMatched.values()) {
                same(Aggregates.merge("c", options -> options.uniqueIdentifier(List.of("a", "b")).whenMatched(matched)
                        .whenMatchedPipeline(PIPELINE).variables(List.of(new Variable("v", 1))).whenNotMatched(not)),
                        com.mongodb.client.model.Aggregates.merge("c", new com.mongodb.client.model.MergeOptions()
                                .uniqueIdentifier(List.of("a", "b"))
                                .whenMatched(
                                        com.mongodb.client.model.MergeOptions.WhenMatched.valueOf(matched.name()))
                                .whenMatchedPipeline(THEIR_PIPELINE)
                                .variables(List.of(new com.mongodb.client.model.Variable<>("v", 1)))
                                .whenNotMatched(
                                        com.mongodb.client.model.MergeOptions.WhenNotMatched.valueOf(not.name()))));
            }
        }
        same(Aggregates.merge("d", "c", options -> options.uniqueIdentifier("a")),
                com.mongodb.client.model.Aggregates.merge(new MongoNamespace("d", "c"),
                        new com.mongodb.client.model.MergeOptions().uniqueIdentifier("a")));
    }

    @Test
    void groupsAndAccumulators() {
        Bson sort = Sorts.ascending("s");
        same(Aggregates.group(null), com.mongodb.client.model.Aggregates.group(null));
        same(Aggregates.group("$k", Accumulators.sum("a", 1), Accumulators.avg("b", "$b"),
                Accumulators.percentile("c", "$c", List.of(0.5), QuantileMethod.approximate()),
                Accumulators.median("d", "$d", QuantileMethod.APPROXIMATE), Accumulators.first("e", "$e"),
                Accumulators.firstN("f", "$f", 2), Accumulators.top("g", sort, "$g"),
                Accumulators.topN("h", sort, "$h", 2), Accumulators.last("i", "$i"), Accumulators.lastN("j", "$j", 2),
                Accumulators.bottom("k", sort, "$k"), Accumulators.bottomN("l", sort, "$l", 2),
                Accumulators.max("m", "$m"), Accumulators.maxN("n", "$n", 2), Accumulators.min("o", "$o"),
                Accumulators.minN("p", "$p", 2), Accumulators.push("q", "$q"), Accumulators.addToSet("r", "$r"),
                Accumulators.mergeObjects("s", "$s"), Accumulators.stdDevPop("t", "$t"),
                Accumulators.stdDevSamp("u", "$u"), Accumulators.accumulator("v", "i", "a", "m"),
                Accumulators.accumulator("w", "i", "a", "m", "f"),
                Accumulators.accumulator("x", "i", List.of("1"), "a", List.of("2"), "m", "f"),
                Accumulators.accumulator("y", "i", "a", "m", "f", "lua"),
                Accumulators.accumulator("z", "i", null, "a", null, "m", null, "lua")),
                com.mongodb.client.model.Aggregates.group("$k", com.mongodb.client.model.Accumulators.sum("a", 1),
                        com.mongodb.client.model.Accumulators.avg("b", "$b"),
                        com.mongodb.client.model.Accumulators.percentile("c", "$c", List.of(0.5),
                                com.mongodb.client.model.QuantileMethod.approximate()),
                        com.mongodb.client.model.Accumulators.median("d", "$d",
                                com.mongodb.client.model.QuantileMethod.approximate()),
                        com.mongodb.client.model.Accumulators.first("e", "$e"),
                        com.mongodb.client.model.Accumulators.firstN("f", "$f", 2),
                        com.mongodb.client.model.Accumulators.top("g", sort, "$g"),
                        com.mongodb.client.model.Accumulators.topN("h", sort, "$h", 2),
                        com.mongodb.client.model.Accumulators.last("i", "$i"),
                        com.mongodb.client.model.Accumulators.lastN("j", "$j", 2),
                        com.mongodb.client.model.Accumulators.bottom("k", sort, "$k"),
                        com.mongodb.client.model.Accumulators.bottomN("l", sort, "$l", 2),
                        com.mongodb.client.model.Accumulators.max("m", "$m"),
                        com.mongodb.client.model.Accumulators.maxN("n", "$n", 2),
                        com.mongodb.client.model.Accumulators.min("o", "$o"),
                        com.mongodb.client.model.Accumulators.minN("p", "$p", 2),
                        com.mongodb.client.model.Accumulators.push("q", "$q"),
                        com.mongodb.client.model.Accumulators.addToSet("r", "$r"),
                        com.mongodb.client.model.Accumulators.mergeObjects("s", "$s"),
                        com.mongodb.client.model.Accumulators.stdDevPop("t", "$t"),
                        com.mongodb.client.model.Accumulators.stdDevSamp("u", "$u"),
                        com.mongodb.client.model.Accumulators.accumulator("v", "i", "a", "m"),
                        com.mongodb.client.model.Accumulators.accumulator("w", "i", "a", "m", "f"),
                        com.mongodb.client.model.Accumulators.accumulator("x", "i", List.of("1"), "a", List.of("2"),
                                "m", "f"),
                        com.mongodb.client.model.Accumulators.accumulator("y", "i", "a", "m", "f", "lua"),
                        com.mongodb.client.model.Accumulators.accumulator("z", "i", null, "a", null, "m", null,
                                "lua")));
    }

    @Test
    void windowsAndGaps() {
        Bson sort = Sorts.ascending("s");
        same(Aggregates.setWindowFields("$p", sort,
                Windows.over(Accumulators.sum("a", "$a"), Windows.documents(-1, Windows.CURRENT)),
                Windows.over(Accumulators.avg("b", "$b"),
                        Windows.timeRange(-2L, Windows.UNBOUNDED, MongoTimeUnit.HOUR))),
                com.mongodb.client.model.Aggregates.setWindowFields("$p", sort,
                        WindowOutputFields.sum("a", "$a",
                                com.mongodb.client.model.Windows.documents(-1,
                                        com.mongodb.client.model.Windows.Bound.CURRENT)),
                        WindowOutputFields.avg("b", "$b", com.mongodb.client.model.Windows.timeRange(-2,
                                com.mongodb.client.model.MongoTimeUnit.HOUR,
                                com.mongodb.client.model.Windows.Bound.UNBOUNDED))));
        same(Aggregates.densify("a", BsonDocument.parse("{bounds: 'full', step: 1}")),
                com.mongodb.client.model.Aggregates.densify("a", DensifyRange.fullRangeWithStep(1)));
        same(Aggregates.densify("a", BsonDocument.parse("{bounds: 'partition', step: 1}"), List.of("p")),
                com.mongodb.client.model.Aggregates.densify("a", DensifyRange.partitionRangeWithStep(1),
                        DensifyOptions.densifyOptions().partitionByFields("p")));
        same(Aggregates.fill("$p", sort, List.of(new BsonField("a", BsonDocument.parse("{value: 1}")),
                new BsonField("b", BsonDocument.parse("{method: 'linear'}")))),
                com.mongodb.client.model.Aggregates.fill(FillOptions.fillOptions().partitionBy("$p").sortBy(sort),
                        FillOutputField.value("a", 1), FillOutputField.linear("b")));
    }

    @Test
    void placesAndVectors() {
        Point point = new Point(new Position(1, 2));
        Bson ours = BsonDocument.parse("{type: 'Point', coordinates: [1.0, 2.0]}");
        same(Aggregates.geoNear(ours, "d"), com.mongodb.client.model.Aggregates.geoNear(point, "d"));
        same(Aggregates.geoNear(ours, "d",
                options -> options.distanceMultiplier(2).includeLocs("l").key("k").minDistance(1).maxDistance(9)
                        .query(new Document("a", 1)).spherical()),
                com.mongodb.client.model.Aggregates.geoNear(point, "d", com.mongodb.client.model.GeoNearOptions
                        .geoNearOptions().distanceMultiplier(2).includeLocs("l").key("k").minDistance(1).maxDistance(9)
                        .query(new Document("a", 1)).spherical()));
        same(Aggregates.vectorSearch("p", List.of(1.5, 2.5), "i", 7, BsonDocument.parse("{exact: true}")),
                com.mongodb.client.model.Aggregates.vectorSearch(SearchPath.fieldPath("p"), List.of(1.5, 2.5), "i", 7,
                        VectorSearchOptions.exactVectorSearchOptions()));
        assertThat(render(Aggregates.search(DOCUMENT)).toJson()).isEqualTo("{\"$search\": {\"x\": {\"$gt\": 1}}}");
        assertThat(render(Aggregates.searchMeta(DOCUMENT)).getFirstKey()).isEqualTo("$searchMeta");
    }

    @Test
    void scoresAndRanks() {
        Bson weights = new Document("a", 2);
        same(Aggregates.rerank(RerankQuery.rerankQuery("q"), "p", 5, "m"), com.mongodb.client.model.Aggregates
                .rerank(com.mongodb.client.model.RerankQuery.rerankQuery("q"), "p", 5, "m"));
        same(Aggregates.rerank(RerankQuery.rerankQuery("q"), List.of("p", "r"), 5, "m"),
                com.mongodb.client.model.Aggregates.rerank(com.mongodb.client.model.RerankQuery.rerankQuery("q"),
                        List.of("p", "r"), 5, "m"));
        same(Aggregates.score("$x"), com.mongodb.client.model.Aggregates.score("$x"));
        same(Aggregates.score(DOCUMENT,
                o -> o.normalization(ScoreNormalization.SIGMOID).weight(0.5).scoreDetails(true)),
                com.mongodb.client.model.Aggregates.score(DOCUMENT,
                        com.mongodb.client.model.ScoreOptions.scoreOptions()
                                .normalization(com.mongodb.client.model.ScoreNormalization.SIGMOID).weight(0.5)
                                .scoreDetails(true)));
        var theirs = List.of(com.mongodb.client.model.FusionPipeline.of("a", THEIR_PIPELINE));
        List<FusionPipeline> ours = List.of(FusionPipeline.of("a", PIPELINE));
        same(Aggregates.scoreFusion(ours, ScoreNormalization.MIN_MAX_SCALER), com.mongodb.client.model.Aggregates
                .scoreFusion(theirs, com.mongodb.client.model.ScoreNormalization.MIN_MAX_SCALER));
        same(Aggregates.scoreFusion(ours, ScoreNormalization.NONE,
                o -> o.combination(ScoreFusionCombination.weightedAvg(weights)).scoreDetails(true)),
                com.mongodb.client.model.Aggregates.scoreFusion(theirs,
                        com.mongodb.client.model.ScoreNormalization.NONE,
                        com.mongodb.client.model.ScoreFusionOptions.scoreFusionOptions()
                                .combination(
                                        com.mongodb.client.model.ScoreFusionCombination.weighted(weights).avg())
                                .scoreDetails(true)));
        same(Aggregates.scoreFusion(ours, ScoreNormalization.NONE,
                o -> o.combination(ScoreFusionCombination.expression(DOCUMENT))),
                com.mongodb.client.model.Aggregates.scoreFusion(theirs,
                        com.mongodb.client.model.ScoreNormalization.NONE,
                        com.mongodb.client.model.ScoreFusionOptions.scoreFusionOptions()
                                .combination(com.mongodb.client.model.ScoreFusionCombination.expression(DOCUMENT))));
    }

    @Test
    void rangesToDensifyAndFieldsToFill() {
        var unit = com.mongodb.client.model.MongoTimeUnit.DAY;
        Instant now = Instant.ofEpochMilli(1);
        assertSameRange(dev.bowline.model.DensifyRange.fullRangeWithStep(1), DensifyRange.fullRangeWithStep(1));
        assertSameRange(dev.bowline.model.DensifyRange.partitionRangeWithStep(1.5),
                DensifyRange.partitionRangeWithStep(1.5));
        assertSameRange(dev.bowline.model.DensifyRange.rangeWithStep(0, 5, 1), DensifyRange.rangeWithStep(0, 5, 1));
        assertSameRange(dev.bowline.model.DensifyRange.fullRangeWithStep(2, MongoTimeUnit.DAY),
                DensifyRange.fullRangeWithStep(2, unit));
        assertSameRange(dev.bowline.model.DensifyRange.partitionRangeWithStep(2, MongoTimeUnit.DAY),
                DensifyRange.partitionRangeWithStep(2, unit));
        assertSameRange(dev.bowline.model.DensifyRange.rangeWithStep(now, now, 2, MongoTimeUnit.DAY),
                DensifyRange.rangeWithStep(now, now, 2, unit));
        same(Aggregates.fill(null, Sorts.ascending("t"),
                List.of(dev.bowline.model.FillOutputField.linear("x"), dev.bowline.model.FillOutputField.locf("y"),
                        dev.bowline.model.FillOutputField.value("z", 1))),
                com.mongodb.client.model.Aggregates.fill(FillOptions.fillOptions().sortBy(Sorts.ascending("t")),
                        FillOutputField.linear("x"), FillOutputField.locf("y"), FillOutputField.value("z", 1)));
    }

    private static void assertSameRange(Bson ours, DensifyRange theirs) {
        same(Aggregates.densify("f", ours), com.mongodb.client.model.Aggregates.densify("f", theirs));
    }

    /** Calls every function of both with the same arguments, as far as their types go. */
    @Test
    void everyFieldOverAWindow() throws ReflectiveOperationException {
        int compared = 0;
        for (Method theirs : WindowOutputFields.class.getMethods()) {
            if (theirs.getDeclaringClass() != WindowOutputFields.class || theirs.getName().equals("of")) {
                continue;
            }
            Object[] theirArguments = new Object[theirs.getParameterCount()];
            Object[] ourArguments = new Object[theirs.getParameterCount()];
            for (int i = 0; i < theirArguments.length; i++) {
                Class<?> type = theirs.getParameterTypes()[i];
                theirArguments[i] = type == String.class
                        ? "path"
                        : type == int.class
                                ? (Object) 3
                                : type == double.class
                                        ? (Object) 0.5
                                        : type == Bson.class
                                                ? Sorts.ascending("s")
                                                : type == com.mongodb.client.model.Window.class
                                                        ? com.mongodb.client.model.Windows.documents(1, 2)
                                                        : type == com.mongodb.client.model.MongoTimeUnit.class
                                                                ? com.mongodb.client.model.MongoTimeUnit.HOUR
                                                                : type == com.mongodb.client.model.QuantileMethod.class
                                                                        ? com.mongodb.client.model.QuantileMethod
                                                                                .approximate()
                                                                        : "$e" + i;
                ourArguments[i] = switch (theirArguments[i]) {
                    case com.mongodb.client.model.Window w -> Windows.documents(1, 2);
                    case com.mongodb.client.model.MongoTimeUnit u -> MongoTimeUnit.HOUR;
                    case com.mongodb.client.model.QuantileMethod m -> QuantileMethod.APPROXIMATE;
                    default -> theirArguments[i];
                };
            }
            Method ours = Arrays.stream(dev.bowline.model.WindowOutputFields.class.getMethods())
                    .filter(m -> m.getName().equals(theirs.getName())
                            && m.getParameterCount() == theirs.getParameterCount()
                            && Arrays.equals(primitives(m), primitives(theirs)))
                    .findFirst().orElseThrow(() -> new AssertionError(theirs));
            same(Aggregates.setWindowFields(null, null, (BsonField) ours.invoke(null, ourArguments)),
                    com.mongodb.client.model.Aggregates.setWindowFields(null, null,
                            (com.mongodb.client.model.WindowOutputField) theirs.invoke(null, theirArguments)));
            compared++;
        }
        assertThat(compared).isGreaterThan(30);
    }

    private static Object[] primitives(Method method) {
        return Arrays.stream(method.getParameterTypes()).filter(Class::isPrimitive).toArray();
    }

    private static void same(Bson ours, Bson theirs) {
        assertThat(render(ours)).isEqualTo(render(theirs));
    }

    private static BsonDocument render(Bson bson) {
        return bson.toBsonDocument(Document.class, MongoClientSettings.getDefaultCodecRegistry());
    }
}
