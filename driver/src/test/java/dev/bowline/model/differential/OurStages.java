package dev.bowline.model.differential;

import dev.bowline.model.Accumulators;
import dev.bowline.model.Aggregates;
import dev.bowline.model.BsonField;
import dev.bowline.model.BucketGranularity;
import dev.bowline.model.DensifyRange;
import dev.bowline.model.Facet;
import dev.bowline.model.Field;
import dev.bowline.model.FillOutputField;
import dev.bowline.model.Filters;
import dev.bowline.model.FusionPipeline;
import dev.bowline.model.MergeOptions;
import dev.bowline.model.MongoTimeUnit;
import dev.bowline.model.Projections;
import dev.bowline.model.RerankQuery;
import dev.bowline.model.ScoreFusionCombination;
import dev.bowline.model.ScoreNormalization;
import dev.bowline.model.Sorts;
import dev.bowline.model.Variable;
import dev.bowline.model.geojson.Point;
import dev.bowline.model.geojson.Position;
import java.time.Instant;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.Document;
import org.bson.conversions.Bson;

/** Stages of pipelines, by Bowline; searches are in {@link OurSearches}. */
final class OurStages {
    private static final Bson DOCUMENT = BsonDocument.parse("{x: '$y'}");
    private static final Bson MATCH = Aggregates.match(Filters.gt("a", 1));
    private static final BsonField SUM = Accumulators.sum("s", "$s");
    private static final Point PLACE = new Point(new Position(1.5, 2));
    private static final Instant NOW = Instant.ofEpochMilli(1_000);

    private OurStages() {}

    static void add(Renderings to) {
        simple(to);
        buckets(to);
        joins(to);
        outputs(to);
        places(to);
        gaps(to);
        scores(to);
    }

    private static void simple(Renderings to) {
        Field a = new Field("a", 1);
        Field b = new Field("b", DOCUMENT);
        to.add("Aggregates.addFields(Field[])", Aggregates.addFields(a, b));
        to.add("Aggregates.addFields(List)", Aggregates.addFields(List.of(a, b)), Aggregates.addFields(List.of(b)));
        to.add("Aggregates.set(Field[])", Aggregates.set(a, b));
        to.add("Aggregates.set(List)", Aggregates.set(List.of(a, b)));
        to.add("Aggregates.unset(String[])", Aggregates.unset("a"), Aggregates.unset("a", "b"));
        to.add("Aggregates.unset(List)", Aggregates.unset(List.of("a")), Aggregates.unset(List.of("a", "b")));
        to.add("Aggregates.count()", Aggregates.count());
        to.add("Aggregates.count(String)", Aggregates.count("n"));
        to.add("Aggregates.match(Bson)", MATCH, Aggregates.match(Filters.empty()));
        to.add("Aggregates.project(Bson)", Aggregates.project(Projections.include("a")));
        to.add("Aggregates.sort(Bson)", Aggregates.sort(Sorts.ascending("a", "b")));
        to.add("Aggregates.sortByCount(Object)", Aggregates.sortByCount("$a"), Aggregates.sortByCount(DOCUMENT));
        to.add("Aggregates.skip(int)", Aggregates.skip(3));
        to.add("Aggregates.limit(int)", Aggregates.limit(3));
        to.add("Aggregates.sample(int)", Aggregates.sample(3));
        to.add("Aggregates.group(Object,BsonField[])", Aggregates.group("$a"), Aggregates.group(null),
                Aggregates.group(DOCUMENT, SUM, Accumulators.avg("t", "$t")));
        to.add("Aggregates.group(Object,List)", Aggregates.group("$a", List.of(SUM)),
                Aggregates.group("$a", List.of()));
        to.add("Aggregates.replaceRoot(Object)", Aggregates.replaceRoot("$a"), Aggregates.replaceRoot(DOCUMENT));
        to.add("Aggregates.replaceWith(Object)", Aggregates.replaceWith("$a"), Aggregates.replaceWith(DOCUMENT));
        to.add("Aggregates.documents(List)", Aggregates.documents(List.of(DOCUMENT, DOCUMENT)),
                Aggregates.documents(List.of()));
        to.add("Aggregates.unwind(String)", Aggregates.unwind("$a"));
        to.add("Aggregates.unwind(String,UnwindOptions)", Aggregates.unwind("$a", o -> {}));
        to.add("UnwindOptions.preserveNullAndEmptyArrays(Boolean)",
                Aggregates.unwind("$a", o -> o.preserveNullAndEmptyArrays(true)));
        to.add("UnwindOptions.includeArrayIndex(String)", Aggregates.unwind("$a",
                o -> o.includeArrayIndex("i").preserveNullAndEmptyArrays(false)));
        to.add("Aggregates.facet(Facet[])",
                Aggregates.facet(new Facet("f", MATCH), new Facet("g", List.of(MATCH, Aggregates.limit(1)))));
        to.add("Aggregates.facet(List)", Aggregates.facet(List.of(new Facet("f", List.of(MATCH)))));
    }

    private static void buckets(Renderings to) {
        List<Integer> bounds = List.of(0, 10, 20);
        to.add("Aggregates.bucket(Object,List)", Aggregates.bucket("$a", bounds));
        to.add("Aggregates.bucket(Object,List,BucketOptions)", Aggregates.bucket("$a", bounds, o -> {}));
        to.add("BucketOptions.defaultBucket(Object)",
                Aggregates.bucket("$a", bounds, o -> o.output(SUM).defaultBucket("other")));
        to.add("BucketOptions.output(BsonField[])", Aggregates.bucket("$a", bounds, o -> o.output(SUM)));
        to.add("BucketOptions.output(List)",
                Aggregates.bucket("$a", bounds, o -> o.output(List.of(SUM))));
        to.add("Aggregates.bucketAuto(Object,int)", Aggregates.bucketAuto("$a", 4));
        to.add("Aggregates.bucketAuto(Object,int,BucketAutoOptions)",
                Aggregates.bucketAuto("$a", 4, o -> {}));
        for (BucketGranularity granularity : BucketGranularity.values()) {
            to.add("BucketAutoOptions.granularity(BucketGranularity)", Aggregates.bucketAuto("$a", 4,
                    o -> o.granularity(granularity).output(SUM)));
        }
        to.add("BucketAutoOptions.output(BsonField[])",
                Aggregates.bucketAuto("$a", 4, o -> o.output(SUM, SUM)));
        to.add("BucketAutoOptions.output(List)",
                Aggregates.bucketAuto("$a", 4, o -> o.output(List.of(SUM))));
    }

    private static void joins(Renderings to) {
        List<Bson> pipeline = List.of(MATCH);
        Variable variable = new Variable("v", "$w");
        to.add("Aggregates.lookup(String,String,String,String)", Aggregates.lookup("c", "l", "f", "as"));
        to.add("Aggregates.lookup(String,List,String)", Aggregates.lookup("c", pipeline, "as"),
                Aggregates.lookup(null, pipeline, "as"));
        to.add("Aggregates.lookup(String,List,List,String)", Aggregates.lookup("c", List.of(variable), pipeline, "as"),
                Aggregates.lookup("c", List.of(), pipeline, "as"), Aggregates.lookup("c", null, pipeline, "as"));
        to.add("Aggregates.graphLookup(String,Object,String,String,String)",
                Aggregates.graphLookup("c", "$s", "from", "to", "as"));
        to.add("Aggregates.graphLookup(String,Object,String,String,String,GraphLookupOptions)",
                Aggregates.graphLookup("c", "$s", "from", "to", "as", o -> {}));
        to.add("GraphLookupOptions.maxDepth(Integer)",
                Aggregates.graphLookup("c", "$s", "from", "to", "as", o -> o.maxDepth(3)));
        to.add("GraphLookupOptions.depthField(String)", Aggregates.graphLookup("c", "$s", "from", "to", "as",
                o -> o.depthField("d").maxDepth(3)));
        to.add("GraphLookupOptions.restrictSearchWithMatch(Bson)", Aggregates.graphLookup("c", "$s", "from", "to", "as",
                o -> o.restrictSearchWithMatch(Filters.eq("a", 1)).depthField("d")));
        to.add("Aggregates.unionWith(String,List)", Aggregates.unionWith("c", pipeline),
                Aggregates.unionWith("c", List.of()));
    }

    private static void outputs(Renderings to) {
        to.add("Aggregates.out(String)", Aggregates.out("c"));
        to.add("Aggregates.out(String,String)", Aggregates.out("d", "c"));
        to.add("Aggregates.out(Bson)", Aggregates.out(BsonDocument.parse("{s3: 1}")));
        to.add("Aggregates.merge(String)", Aggregates.merge("c"));
        to.add("Aggregates.merge(MongoNamespace)", Aggregates.merge("d", "c"));
        to.add("Aggregates.merge(String,MergeOptions)", Aggregates.merge("c", o -> {}));
        to.add("Aggregates.merge(MongoNamespace,MergeOptions)",
                Aggregates.merge("d", "c", o -> o.uniqueIdentifier("a")));
        to.add("MergeOptions.uniqueIdentifier(String)", Aggregates.merge("c", o -> o.uniqueIdentifier("a")));
        to.add("MergeOptions.uniqueIdentifier(List)",
                Aggregates.merge("c", o -> o.uniqueIdentifier(List.of("a"))),
                Aggregates.merge("c", o -> o.uniqueIdentifier(List.of("a", "b"))));
        for (MergeOptions.WhenMatched what : MergeOptions.WhenMatched.values()) {
            to.add("MergeOptions.whenMatched(WhenMatched)", Aggregates.merge("c",
                    o -> o.whenMatchedPipeline(List.of(MATCH)).whenMatched(what)));
        }
        for (MergeOptions.WhenNotMatched what : MergeOptions.WhenNotMatched.values()) {
            to.add("MergeOptions.whenNotMatched(WhenNotMatched)",
                    Aggregates.merge("c", o -> o.whenNotMatched(what)));
        }
        to.add("MergeOptions.whenMatchedPipeline(List)",
                Aggregates.merge("c", o -> o.whenMatchedPipeline(List.of(MATCH, MATCH))
                        .whenMatched(MergeOptions.WhenMatched.PIPELINE)));
        to.add("MergeOptions.variables(List)", Aggregates.merge("c",
                o -> o.variables(List.of(new Variable("v", 1), new Variable("w", DOCUMENT)))
                        .whenMatchedPipeline(List.of(MATCH)).whenMatched(MergeOptions.WhenMatched.PIPELINE)));
    }

    private static void places(Renderings to) {
        to.add("Aggregates.geoNear(Point,String)", Aggregates.geoNear(PLACE, "d"));
        to.add("Aggregates.geoNear(Point,String,GeoNearOptions)",
                Aggregates.geoNear(PLACE, "d", o -> {}));
        to.add("GeoNearOptions.distanceMultiplier(Number)",
                Aggregates.geoNear(PLACE, "d", o -> o.distanceMultiplier(2)));
        to.add("GeoNearOptions.includeLocs(String)",
                Aggregates.geoNear(PLACE, "d", o -> o.includeLocs("l")));
        to.add("GeoNearOptions.key(String)", Aggregates.geoNear(PLACE, "d", o -> o.key("k")));
        to.add("GeoNearOptions.minDistance(Number)",
                Aggregates.geoNear(PLACE, "d", o -> o.minDistance(1)));
        to.add("GeoNearOptions.maxDistance(Number)",
                Aggregates.geoNear(PLACE, "d", o -> o.maxDistance(1.5).key("k")));
        to.add("GeoNearOptions.query(Document)",
                Aggregates.geoNear(PLACE, "d", o -> o.query(new Document("a", 1))));
        to.add("GeoNearOptions.spherical()", Aggregates.geoNear(PLACE, "d",
                o -> o.spherical().maxDistance(3).minDistance(1).distanceMultiplier(2)));
    }

    private static void gaps(Renderings to) {
        MongoTimeUnit day = MongoTimeUnit.DAY;
        to.add("DensifyRange.fullRangeWithStep(Number)", DensifyRange.fullRangeWithStep(1));
        to.add("DensifyRange.fullRangeWithStep(long,MongoTimeUnit)", DensifyRange.fullRangeWithStep(1, day));
        to.add("DensifyRange.partitionRangeWithStep(Number)", DensifyRange.partitionRangeWithStep(1.5));
        to.add("DensifyRange.partitionRangeWithStep(long,MongoTimeUnit)", DensifyRange.partitionRangeWithStep(1, day));
        to.add("DensifyRange.rangeWithStep(Number,Number,Number)", DensifyRange.rangeWithStep(0, 9L, 1.5));
        for (MongoTimeUnit unit : MongoTimeUnit.values()) {
            to.add("DensifyRange.rangeWithStep(Instant,Instant,long,MongoTimeUnit)",
                    DensifyRange.rangeWithStep(NOW, NOW.plusSeconds(9), 2, unit));
        }
        to.add("DensifyRange.of(Bson)", DensifyRange.of(DOCUMENT));
        var range = DensifyRange.fullRangeWithStep(1);
        to.add("Aggregates.densify(String,DensifyRange)", Aggregates.densify("a", range));
        to.add("Aggregates.densify(String,DensifyRange,DensifyOptions)",
                Aggregates.densify("a", range, o -> {}));
        to.add("DensifyOptions.partitionByFields(String[])",
                Aggregates.densify("a", range, o -> o.partitionByFields("p", "q")));
        to.add("DensifyOptions.partitionByFields(Iterable)",
                Aggregates.densify("a", range, o -> o.partitionByFields(List.of("p"))),
                Aggregates.densify("a", range, o -> o.partitionByFields(List.of())));
        to.add("DensifyOptions.option(String,Object)",
                Aggregates.densify("a", range, o -> o.option("x", List.of(1))));
        to.add("FillOutputField.value(String,Object)", FillOutputField.value("a", 1),
                FillOutputField.value("a", DOCUMENT));
        to.add("FillOutputField.locf(String)", FillOutputField.locf("a"));
        to.add("FillOutputField.linear(String)", FillOutputField.linear("a"));
        to.add("FillOutputField.of(Bson)", FillOutputField.of(BsonDocument.parse("{x: {value: 1}}")));
        var linear = FillOutputField.linear("a");
        to.add("Aggregates.fill(FillOptions,FillOutputField,FillOutputField[])",
                Aggregates.fill(o -> {}, linear),
                Aggregates.fill(o -> {}, linear, FillOutputField.locf("b")));
        to.add("Aggregates.fill(FillOptions,Iterable)", Aggregates.fill(o -> {}, List.of(linear)));
        to.add("FillOptions.partitionBy(Object)", Aggregates.fill(o -> o.partitionBy("$p"), linear),
                Aggregates.fill(o -> o.partitionByFields("q").partitionBy(DOCUMENT), linear));
        to.add("FillOptions.partitionByFields(String[])",
                Aggregates.fill(o -> o.partitionBy("$p").partitionByFields("p", "q"), linear));
        to.add("FillOptions.partitionByFields(Iterable)",
                Aggregates.fill(o -> o.partitionByFields(List.of("p")), linear),
                Aggregates.fill(o -> o.partitionByFields(List.of()), linear));
        to.add("FillOptions.sortBy(Bson)",
                Aggregates.fill(o -> o.sortBy(Sorts.ascending("t")).partitionBy("$p"), linear));
        to.add("FillOptions.option(String,Object)", Aggregates.fill(o -> o.option("x", 1), linear));
    }

    private static void scores(Renderings to) {
        to.add("RerankQuery.rerankQuery(String)", RerankQuery.rerankQuery("q"));
        to.add("RerankQuery.rerankQuery(Bson)", RerankQuery.rerankQuery(DOCUMENT));
        to.add("Aggregates.rerank(RerankQuery,String,int,String)",
                Aggregates.rerank(RerankQuery.rerankQuery("q"), "p", 5, "m"));
        to.add("Aggregates.rerank(RerankQuery,List,int,String)",
                Aggregates.rerank(RerankQuery.rerankQuery("q"), List.of("p", "r"), 5, "m"),
                Aggregates.rerank(RerankQuery.rerankQuery("q"), List.of("p"), 5, "m"));
        to.add("Aggregates.score(Object)", Aggregates.score("$x"), Aggregates.score(DOCUMENT));
        to.add("Aggregates.score(Object,ScoreOptions)", Aggregates.score("$x", o -> {}));
        for (ScoreNormalization normalization : ScoreNormalization.values()) {
            to.add("ScoreOptions.normalization(ScoreNormalization)",
                    Aggregates.score("$x", o -> o.normalization(normalization)));
        }
        to.add("ScoreOptions.weight(double)", Aggregates.score("$x", o -> o.weight(0.5)));
        to.add("ScoreOptions.scoreDetails(boolean)",
                Aggregates.score("$x", o -> o.scoreDetails(true).weight(0.25)));
        List<FusionPipeline> pipelines = List.of(FusionPipeline.of("a", MATCH),
                FusionPipeline.of("b", List.of(MATCH, MATCH)));
        to.add("FusionPipeline.of(String,Bson[])",
                Aggregates.scoreFusion(List.of(FusionPipeline.of("a", MATCH, MATCH)), ScoreNormalization.NONE));
        to.add("FusionPipeline.of(String,List)",
                Aggregates.scoreFusion(List.of(FusionPipeline.of("a", List.of(MATCH))), ScoreNormalization.NONE));
        ScoreNormalization none = ScoreNormalization.NONE;
        Bson weights = new Document("a", 2).append("b", 1);
        to.add("Aggregates.scoreFusion(List,ScoreNormalization)", Aggregates.scoreFusion(pipelines, none),
                Aggregates.scoreFusion(pipelines, ScoreNormalization.MIN_MAX_SCALER));
        to.add("Aggregates.scoreFusion(List,ScoreNormalization,ScoreFusionOptions)",
                Aggregates.scoreFusion(pipelines, none, o -> {}));
        to.add("ScoreFusionOptions.combination(ScoreFusionCombination)", Aggregates.scoreFusion(pipelines, none,
                o -> o.combination(ScoreFusionCombination.weighted(weights))));
        to.add("ScoreFusionOptions.scoreDetails(boolean)",
                Aggregates.scoreFusion(pipelines, none, o -> o.scoreDetails(true)
                        .combination(ScoreFusionCombination.weighted(weights).avg())));
        to.add("ScoreFusionOptions.option(String,Object)",
                Aggregates.scoreFusion(pipelines, none, o -> o.option("x", 1)));
        to.add("ScoreFusionCombination.weighted(Bson)", ScoreFusionCombination.weighted(weights));
        to.add("WeightedScoreFusionCombination.avg()", ScoreFusionCombination.weighted(weights).avg());
        to.add("ScoreFusionCombination.expression(Bson)", ScoreFusionCombination.expression(DOCUMENT));
    }
}
