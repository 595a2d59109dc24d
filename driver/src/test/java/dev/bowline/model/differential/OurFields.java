package dev.bowline.model.differential;

import dev.bowline.model.Accumulators;
import dev.bowline.model.Aggregates;
import dev.bowline.model.MongoTimeUnit;
import dev.bowline.model.QuantileMethod;
import dev.bowline.model.Sorts;
import dev.bowline.model.WindowOutputFields;
import dev.bowline.model.Windows;
import java.util.Arrays;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.conversions.Bson;
import org.bson.types.Decimal128;

/** Accumulators, windows and fields over windows, by Bowline. */
final class OurFields {
    private static final Bson DOCUMENT = BsonDocument.parse("{x: '$y'}");
    private static final Bson SORT = Sorts.descending("s");
    private static final QuantileMethod METHOD = QuantileMethod.approximate();

    private OurFields() {}

    static void add(Renderings to) {
        accumulators(to);
        windows(to);
        for (Bson window : Arrays.asList(Windows.documents(-1, 1), null)) {
            overMaybeAWindow(to, window);
        }
        overAWindow(to, Windows.range(-2L, 3L));
        others(to);
    }

    private static void accumulators(Renderings to) {
        for (Object expression : List.of("$e", DOCUMENT, 1, 2.5)) {
            to.add("Accumulators.sum(String,Object)", Accumulators.sum("a", expression));
            to.add("Accumulators.avg(String,Object)", Accumulators.avg("a", expression));
            to.add("Accumulators.first(String,Object)", Accumulators.first("a", expression));
            to.add("Accumulators.last(String,Object)", Accumulators.last("a", expression));
            to.add("Accumulators.max(String,Object)", Accumulators.max("a", expression));
            to.add("Accumulators.min(String,Object)", Accumulators.min("a", expression));
            to.add("Accumulators.push(String,Object)", Accumulators.push("a", expression));
            to.add("Accumulators.addToSet(String,Object)", Accumulators.addToSet("a", expression));
            to.add("Accumulators.mergeObjects(String,Object)", Accumulators.mergeObjects("a", expression));
            to.add("Accumulators.stdDevPop(String,Object)", Accumulators.stdDevPop("a", expression));
            to.add("Accumulators.stdDevSamp(String,Object)", Accumulators.stdDevSamp("a", expression));
            to.add("Accumulators.firstN(String,Object,Object)", Accumulators.firstN("a", expression, 3));
            to.add("Accumulators.lastN(String,Object,Object)", Accumulators.lastN("a", "$e", expression));
            to.add("Accumulators.maxN(String,Object,Object)", Accumulators.maxN("a", expression, DOCUMENT));
            to.add("Accumulators.minN(String,Object,Object)", Accumulators.minN("a", expression, 3));
            to.add("Accumulators.top(String,Bson,Object)", Accumulators.top("a", SORT, expression));
            to.add("Accumulators.topN(String,Bson,Object,Object)", Accumulators.topN("a", SORT, expression, 2));
            to.add("Accumulators.bottom(String,Bson,Object)", Accumulators.bottom("a", SORT, expression));
            to.add("Accumulators.bottomN(String,Bson,Object,Object)", Accumulators.bottomN("a", SORT, expression, 2));
            to.add("Accumulators.percentile(String,Object,Object,QuantileMethod)",
                    Accumulators.percentile("a", expression, List.of(0.5, 0.9), METHOD));
            to.add("Accumulators.median(String,Object,QuantileMethod)", Accumulators.median("a", expression, METHOD));
        }
        to.add("QuantileMethod.approximate()", METHOD.toBsonValue());
        to.add("QuantileMethod.of(BsonValue)", QuantileMethod.of(new BsonString("x")).toBsonValue());
        to.add("QuantileMethod.toBsonValue()", QuantileMethod.approximate().toBsonValue());
        to.add("Accumulators.accumulator(String,String,String,String)",
                Accumulators.accumulator("a", "init", "add", "merge"));
        to.add("Accumulators.accumulator(String,String,String,String,String)",
                Accumulators.accumulator("a", "init", "add", "merge", "end"),
                Accumulators.accumulator("a", "init", "add", "merge", null));
        to.add("Accumulators.accumulator(String,String,List,String,List,String,String)",
                Accumulators.accumulator("a", "init", List.of("x"), "add", List.of("$y", "$z"), "merge", "end"),
                Accumulators.accumulator("a", "init", null, "add", null, "merge", null));
        to.add("Accumulators.accumulator(String,String,String,String,String,String)",
                Accumulators.accumulator("a", "init", "add", "merge", "end", "lang"));
        to.add("Accumulators.accumulator(String,String,List,String,List,String,String,String)",
                Accumulators.accumulator("a", "i", List.of("x"), "add", List.of("$y"), "merge", "end", "lang"));
    }

    private static void windows(Renderings to) {
        Decimal128 decimal = new Decimal128(2);
        Windows.Bound current = Windows.Bound.CURRENT;
        Windows.Bound unbounded = Windows.Bound.UNBOUNDED;
        to.add("Windows.of(Bson)", Windows.of(DOCUMENT));
        to.add("Windows.documents(int,int)", Windows.documents(-1, 2));
        to.add("Windows.documents(Bound,int)", Windows.documents(current, 2), Windows.documents(unbounded, 2));
        to.add("Windows.documents(int,Bound)", Windows.documents(-2, current), Windows.documents(-2, unbounded));
        to.add("Windows.documents(Bound,Bound)", Windows.documents(current, unbounded));
        to.add("Windows.range(long,long)", Windows.range(-1L, 2L), Windows.range(-1, 2));
        to.add("Windows.range(double,double)", Windows.range(-1.5, 2.5));
        to.add("Windows.range(Decimal128,Decimal128)", Windows.range(decimal, decimal));
        to.add("Windows.range(Bound,long)", Windows.range(unbounded, 2L));
        to.add("Windows.range(Bound,double)", Windows.range(current, 2.5));
        to.add("Windows.range(Bound,Decimal128)", Windows.range(current, decimal));
        to.add("Windows.range(long,Bound)", Windows.range(-2L, unbounded));
        to.add("Windows.range(double,Bound)", Windows.range(-2.5, current));
        to.add("Windows.range(Decimal128,Bound)", Windows.range(decimal, current));
        for (MongoTimeUnit unit : MongoTimeUnit.values()) {
            to.add("Windows.timeRange(long,long,MongoTimeUnit)", Windows.timeRange(-1, 2, unit));
            to.add("Windows.timeRange(Bound,long,MongoTimeUnit)", Windows.timeRange(unbounded, 2, unit));
            to.add("Windows.timeRange(long,MongoTimeUnit,Bound)", Windows.timeRange(-1, unit, current));
        }
    }

    private static void overMaybeAWindow(Renderings to, Bson window) {
        to.add("WindowOutputFields.sum(String,Object,Window)", WindowOutputFields.sum("a", "$e", window));
        to.add("WindowOutputFields.avg(String,Object,Window)", WindowOutputFields.avg("a", DOCUMENT, window));
        to.add("WindowOutputFields.percentile(String,Object,Object,QuantileMethod,Window)",
                WindowOutputFields.percentile("a", "$e", List.of(0.5), METHOD, window));
        to.add("WindowOutputFields.median(String,Object,QuantileMethod,Window)",
                WindowOutputFields.median("a", "$e", METHOD, window));
        to.add("WindowOutputFields.stdDevSamp(String,Object,Window)", WindowOutputFields.stdDevSamp("a", "$e", window));
        to.add("WindowOutputFields.stdDevPop(String,Object,Window)", WindowOutputFields.stdDevPop("a", "$e", window));
        to.add("WindowOutputFields.min(String,Object,Window)", WindowOutputFields.min("a", "$e", window));
        to.add("WindowOutputFields.minN(String,Object,Object,Window)", WindowOutputFields.minN("a", "$e", 2, window));
        to.add("WindowOutputFields.max(String,Object,Window)", WindowOutputFields.max("a", "$e", window));
        to.add("WindowOutputFields.maxN(String,Object,Object,Window)", WindowOutputFields.maxN("a", "$e", 2, window));
        to.add("WindowOutputFields.count(String,Window)", WindowOutputFields.count("a", window));
        to.add("WindowOutputFields.covarianceSamp(String,Object,Object,Window)",
                WindowOutputFields.covarianceSamp("a", "$e", "$f", window));
        to.add("WindowOutputFields.covariancePop(String,Object,Object,Window)",
                WindowOutputFields.covariancePop("a", "$e", "$f", window));
        to.add("WindowOutputFields.push(String,Object,Window)", WindowOutputFields.push("a", "$e", window));
        to.add("WindowOutputFields.addToSet(String,Object,Window)", WindowOutputFields.addToSet("a", "$e", window));
        to.add("WindowOutputFields.first(String,Object,Window)", WindowOutputFields.first("a", "$e", window));
        to.add("WindowOutputFields.firstN(String,Object,Object,Window)",
                WindowOutputFields.firstN("a", "$e", 2, window));
        to.add("WindowOutputFields.top(String,Bson,Object,Window)", WindowOutputFields.top("a", SORT, "$e", window));
        to.add("WindowOutputFields.topN(String,Bson,Object,Object,Window)",
                WindowOutputFields.topN("a", SORT, "$e", 2, window));
        to.add("WindowOutputFields.last(String,Object,Window)", WindowOutputFields.last("a", "$e", window));
        to.add("WindowOutputFields.lastN(String,Object,Object,Window)", WindowOutputFields.lastN("a", "$e", 2, window));
        to.add("WindowOutputFields.bottom(String,Bson,Object,Window)",
                WindowOutputFields.bottom("a", SORT, "$e", window));
        to.add("WindowOutputFields.bottomN(String,Bson,Object,Object,Window)",
                WindowOutputFields.bottomN("a", SORT, "$e", 2, window));
    }

    private static void overAWindow(Renderings to, Bson window) {
        MongoTimeUnit hour = MongoTimeUnit.HOUR;
        to.add("WindowOutputFields.derivative(String,Object,Window)", WindowOutputFields.derivative("a", "$e", window));
        to.add("WindowOutputFields.timeDerivative(String,Object,Window,MongoTimeUnit)",
                WindowOutputFields.timeDerivative("a", "$e", window, hour));
        to.add("WindowOutputFields.integral(String,Object,Window)", WindowOutputFields.integral("a", "$e", window));
        to.add("WindowOutputFields.timeIntegral(String,Object,Window,MongoTimeUnit)",
                WindowOutputFields.timeIntegral("a", "$e", window, hour));
        var sum = WindowOutputFields.sum("a", "$e", window);
        to.add("Aggregates.setWindowFields(Object,Bson,WindowOutputField,WindowOutputField[])",
                Aggregates.setWindowFields("$p", SORT, sum), Aggregates.setWindowFields(null, null, sum),
                Aggregates.setWindowFields(DOCUMENT, SORT, sum, WindowOutputFields.rank("b")));
        to.add("Aggregates.setWindowFields(Object,Bson,Iterable)",
                Aggregates.setWindowFields("$p", SORT, List.of(sum, WindowOutputFields.rank("b"))),
                Aggregates.setWindowFields(null, SORT, List.of()));
    }

    private static void others(Renderings to) {
        to.add("WindowOutputFields.of(BsonField)", WindowOutputFields.of(Accumulators.sum("a", "$e")));
        to.add("WindowOutputFields.expMovingAvg(String,Object,int)", WindowOutputFields.expMovingAvg("a", "$e", 2));
        to.add("WindowOutputFields.expMovingAvg(String,Object,double)",
                WindowOutputFields.expMovingAvg("a", "$e", 0.5));
        to.add("WindowOutputFields.shift(String,Object,Object,int)", WindowOutputFields.shift("a", "$e", "none", 2),
                WindowOutputFields.shift("a", "$e", null, -2));
        to.add("WindowOutputFields.documentNumber(String)", WindowOutputFields.documentNumber("a"));
        to.add("WindowOutputFields.rank(String)", WindowOutputFields.rank("a"));
        to.add("WindowOutputFields.denseRank(String)", WindowOutputFields.denseRank("a"));
        to.add("WindowOutputFields.locf(String,Object)", WindowOutputFields.locf("a", "$e"));
        to.add("WindowOutputFields.linearFill(String,Object)", WindowOutputFields.linearFill("a", "$e"));
    }
}
