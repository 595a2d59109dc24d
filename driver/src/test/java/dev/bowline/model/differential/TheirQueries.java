package dev.bowline.model.differential;

import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Indexes;
import com.mongodb.client.model.Projections;
import com.mongodb.client.model.PushOptions;
import com.mongodb.client.model.Sorts;
import com.mongodb.client.model.TextSearchOptions;
import com.mongodb.client.model.Updates;
import com.mongodb.client.model.geojson.Point;
import com.mongodb.client.model.geojson.Polygon;
import com.mongodb.client.model.geojson.Position;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.bson.BsonDocument;
import org.bson.BsonType;
import org.bson.conversions.Bson;

/** Filters, updates, sorts, projections and index keys, by the official driver. */
final class TheirQueries {
    private static final Bson POINT = BsonDocument.parse("{type: 'Point', coordinates: [1, 2]}");
    private static final Point PLACE = new Point(new Position(1.5, 2));
    private static final Polygon AREA = new Polygon(
            List.of(new Position(0, 0), new Position(1, 0), new Position(1, 1), new Position(0, 0)));

    private TheirQueries() {}

    static void add(Renderings to) {
        compare(to);
        combine(to);
        look(to);
        places(to);
        updates(to);
        sortsAndIndexes(to);
        projections(to);
    }

    private static void compare(Renderings to) {
        for (Object value : Renderings.values()) {
            to.add("Filters.eq(Object)", Filters.eq(value));
            to.add("Filters.eq(String,Object)", Filters.eq("a", value));
            to.add("Filters.ne(String,Object)", Filters.ne("a", value));
            to.add("Filters.gt(String,Object)", Filters.gt("a", value));
            to.add("Filters.gte(String,Object)", Filters.gte("a", value));
            to.add("Filters.lt(String,Object)", Filters.lt("a", value));
            to.add("Filters.lte(String,Object)", Filters.lte("a", value));
            to.add("Filters.in(String,Object[])", Filters.in("a", value, 2));
            to.add("Filters.nin(String,Object[])", Filters.nin("a", value, 2));
            to.add("Filters.all(String,Object[])", Filters.all("a", value, 2));
            to.add("Filters.not(Bson)", Filters.not(Filters.eq("a", value)));
        }
        List<Object> list = Renderings.values();
        to.add("Filters.in(String,Iterable)", Filters.in("a", list), Filters.in("a", List.of()));
        to.add("Filters.nin(String,Iterable)", Filters.nin("a", list));
        to.add("Filters.all(String,Iterable)", Filters.all("a", list));
        to.add("Filters.empty()", Filters.empty());
    }

    private static void combine(Renderings to) {
        Bson one = Filters.eq("a", 1);
        Bson two = Filters.and(Filters.gt("b", 2), Filters.lt("c", "x"));
        to.add("Filters.and(Bson[])", two, Filters.and(), Filters.and(one, two, one));
        to.add("Filters.and(Iterable)", Filters.and(List.of(one, two)), Filters.and(List.of()));
        to.add("Filters.or(Bson[])", Filters.or(one, two), Filters.or());
        to.add("Filters.or(Iterable)", Filters.or(List.of(one)));
        to.add("Filters.nor(Bson[])", Filters.nor(one, two), Filters.nor());
        to.add("Filters.nor(Iterable)", Filters.nor(List.of(one)));
        for (String json : List.of("{a: 1}", "{a: {$gt: 1}}", "{a: {$gt: 1, $lt: 5}}", "{$and: [{a: 1}, {b: 2}]}",
                "{a: 1, b: {$gt: 2}}", "{a: {b: 1}}", "{a: {}}", "{a: {$ref: 'c', $id: 1}}", "{a: /x/}",
                "{a: {$in: [1, 2]}}", "{a: {$not: {$gt: 1}}}", "{$or: [{a: 1}]}", "{$nor: [{a: 1}]}", "{}", "{a: null}",
                "{a: [1, 2]}")) {
            to.add("Filters.not(Bson)", Filters.not(BsonDocument.parse(json)));
        }
        to.add("Filters.not(Bson)", Filters.not(one), Filters.not(two), Filters.not(Filters.not(one)));
    }

    private static void look(Renderings to) {
        to.add("Filters.exists(String)", Filters.exists("a"));
        to.add("Filters.exists(String,boolean)", Filters.exists("a", true), Filters.exists("a", false));
        for (BsonType type : BsonType.values()) {
            to.add("Filters.type(String,BsonType)", Filters.type("a", type));
        }
        to.add("Filters.type(String,String)", Filters.type("a", "number"));
        to.add("Filters.mod(String,long,long)", Filters.mod("a", 100, 7));
        to.add("Filters.regex(String,String)", Filters.regex("a", "x.*"));
        to.add("Filters.regex(String,String,String)", Filters.regex("a", "x.*", "mi"), Filters.regex("a", "x", null));
        to.add("Filters.regex(String,Pattern)",
                Filters.regex("a", Pattern.compile("x", Pattern.CASE_INSENSITIVE | Pattern.MULTILINE)),
                Filters.regex("a", Pattern.compile("y", Pattern.DOTALL | Pattern.COMMENTS)));
        to.add("Filters.text(String)", Filters.text("x"));
        to.add("Filters.text(String,TextSearchOptions)", Filters.text("x", new TextSearchOptions()));
        to.add("TextSearchOptions.language(String)", Filters.text("x", new TextSearchOptions().language("de")));
        to.add("TextSearchOptions.caseSensitive(Boolean)",
                Filters.text("x", new TextSearchOptions().caseSensitive(true).language("de")));
        to.add("TextSearchOptions.diacriticSensitive(Boolean)",
                Filters.text("x", new TextSearchOptions().diacriticSensitive(false).caseSensitive(false)));
        to.add("Filters.where(String)", Filters.where("this.a"));
        to.add("Filters.expr(Object)", Filters.expr(BsonDocument.parse("{$gt: ['$a', '$b']}")), Filters.expr("$a"));
        to.add("Filters.elemMatch(String,Bson)", Filters.elemMatch("a", Filters.gt("b", 1)),
                Filters.elemMatch("a", BsonDocument.parse("{$gt: 1}")));
        to.add("Filters.size(String,int)", Filters.size("a", 3));
        to.add("Filters.bitsAllClear(String,long)", Filters.bitsAllClear("a", 13));
        to.add("Filters.bitsAllSet(String,long)", Filters.bitsAllSet("a", 13));
        to.add("Filters.bitsAnyClear(String,long)", Filters.bitsAnyClear("a", 13));
        to.add("Filters.bitsAnySet(String,long)", Filters.bitsAnySet("a", 13));
        to.add("Filters.jsonSchema(Bson)", Filters.jsonSchema(BsonDocument.parse("{required: ['a']}")));
    }

    private static void places(Renderings to) {
        to.add("Filters.geoWithin(String,Bson)", Filters.geoWithin("a", POINT));
        to.add("Filters.geoWithin(String,Geometry)", Filters.geoWithin("a", AREA));
        to.add("Filters.geoWithinBox(String,double,double,double,double)", Filters.geoWithinBox("a", 1, 2, 3, 4));
        to.add("Filters.geoWithinPolygon(String,List)",
                Filters.geoWithinPolygon("a", List.of(List.of(0d, 0d), List.of(1d, 2d), List.of(2d, 0d))));
        to.add("Filters.geoWithinCenter(String,double,double,double)", Filters.geoWithinCenter("a", 1, 2, 3));
        to.add("Filters.geoWithinCenterSphere(String,double,double,double)",
                Filters.geoWithinCenterSphere("a", 1, 2, 3));
        to.add("Filters.geoIntersects(String,Bson)", Filters.geoIntersects("a", POINT));
        to.add("Filters.geoIntersects(String,Geometry)", Filters.geoIntersects("a", AREA));
        for (Double max : Arrays.asList(5d, null)) {
            for (Double min : Arrays.asList(1d, null)) {
                to.add("Filters.near(String,Bson,Double,Double)", Filters.near("a", POINT, max, min));
                to.add("Filters.near(String,Point,Double,Double)", Filters.near("a", PLACE, max, min));
                to.add("Filters.near(String,double,double,Double,Double)", Filters.near("a", 1, 2, max, min));
                to.add("Filters.nearSphere(String,Bson,Double,Double)", Filters.nearSphere("a", POINT, max, min));
                to.add("Filters.nearSphere(String,Point,Double,Double)", Filters.nearSphere("a", PLACE, max, min));
                to.add("Filters.nearSphere(String,double,double,Double,Double)",
                        Filters.nearSphere("a", 1, 2, max, min));
            }
        }
    }

    private static void updates(Renderings to) {
        for (Object value : Renderings.values()) {
            to.add("Updates.set(String,Object)", Updates.set("a", value));
            to.add("Updates.setOnInsert(String,Object)", Updates.setOnInsert("a", value));
            to.add("Updates.min(String,Object)", Updates.min("a", value));
            to.add("Updates.max(String,Object)", Updates.max("a", value));
            to.add("Updates.addToSet(String,Object)", Updates.addToSet("a", value));
            to.add("Updates.push(String,Object)", Updates.push("a", value));
            to.add("Updates.pull(String,Object)", Updates.pull("a", value));
        }
        to.add("Updates.set(Bson)", Updates.set(POINT));
        to.add("Updates.setOnInsert(Bson)", Updates.setOnInsert(POINT));
        to.add("Updates.unset(String)", Updates.unset("a"));
        to.add("Updates.rename(String,String)", Updates.rename("a", "b"));
        for (Number number : Renderings.numbers()) {
            to.add("Updates.inc(String,Number)", Updates.inc("a", number));
            to.add("Updates.mul(String,Number)", Updates.mul("a", number));
        }
        to.add("Updates.currentDate(String)", Updates.currentDate("a"));
        to.add("Updates.currentTimestamp(String)", Updates.currentTimestamp("a"));
        to.add("Updates.bitwiseAnd(String,int)", Updates.bitwiseAnd("a", 5));
        to.add("Updates.bitwiseAnd(String,long)", Updates.bitwiseAnd("a", 5L));
        to.add("Updates.bitwiseOr(String,int)", Updates.bitwiseOr("a", 5));
        to.add("Updates.bitwiseOr(String,long)", Updates.bitwiseOr("a", 5L));
        to.add("Updates.bitwiseXor(String,int)", Updates.bitwiseXor("a", 5));
        to.add("Updates.bitwiseXor(String,long)", Updates.bitwiseXor("a", 5L));
        arrays(to);
        Bson set = Updates.set("a", 1);
        to.add("Updates.combine(Bson[])", Updates.combine(),
                Updates.combine(set, Updates.inc("b", 2), Updates.set("c", 3), Updates.set("a", 4)),
                Updates.combine(set, Updates.combine(Updates.set("d", 4), Updates.unset("e"))));
        to.add("Updates.combine(List)", Updates.combine(List.of(set, Updates.set("b", 1))),
                Updates.combine(new ArrayList<>()));
    }

    private static void arrays(Renderings to) {
        List<Object> list = Renderings.values();
        to.add("Updates.addEachToSet(String,List)", Updates.addEachToSet("a", list));
        to.add("Updates.pushEach(String,List)", Updates.pushEach("a", list));
        to.add("Updates.pushEach(String,List,PushOptions)", Updates.pushEach("a", list, new PushOptions()));
        to.add("PushOptions.position(Integer)",
                Updates.pushEach("a", list, new PushOptions().sort(-1).slice(2).position(1)));
        to.add("PushOptions.slice(Integer)", Updates.pushEach("a", list, new PushOptions().slice(-2)));
        to.add("PushOptions.sort(Integer)", Updates.pushEach("a", list, new PushOptions().sort(1)));
        to.add("PushOptions.sortDocument(Bson)",
                Updates.pushEach("a", list, new PushOptions().sortDocument(Sorts.descending("b"))));
        to.add("Updates.pullByFilter(Bson)", Updates.pullByFilter(Filters.gt("a", 1)));
        to.add("Updates.pullAll(String,List)", Updates.pullAll("a", list));
        to.add("Updates.popFirst(String)", Updates.popFirst("a"));
        to.add("Updates.popLast(String)", Updates.popLast("a"));
    }

    private static void sortsAndIndexes(Renderings to) {
        Bson up = Sorts.ascending("a", "b");
        Bson down = Sorts.descending("a", "c");
        to.add("Sorts.ascending(String[])", up, Sorts.ascending("a", "b", "a"));
        to.add("Sorts.ascending(List)", Sorts.ascending(List.of("a")), Sorts.ascending(List.of()));
        to.add("Sorts.descending(String[])", down);
        to.add("Sorts.descending(List)", Sorts.descending(List.of("a")));
        to.add("Sorts.metaTextScore(String)", Sorts.metaTextScore("a"));
        to.add("Sorts.orderBy(Bson[])", Sorts.orderBy(up, down), Sorts.orderBy(down, Sorts.metaTextScore("s"), up));
        to.add("Sorts.orderBy(List)", Sorts.orderBy(List.of()), Sorts.orderBy(List.of(down)));
        to.add("Indexes.ascending(String[])", Indexes.ascending("a", "b"));
        to.add("Indexes.ascending(List)", Indexes.ascending(List.of("a")));
        to.add("Indexes.descending(String[])", Indexes.descending("a", "b"));
        to.add("Indexes.descending(List)", Indexes.descending(List.of("a")));
        to.add("Indexes.geo2dsphere(String[])", Indexes.geo2dsphere("a", "b"));
        to.add("Indexes.geo2dsphere(List)", Indexes.geo2dsphere(List.of("a")));
        to.add("Indexes.geo2d(String)", Indexes.geo2d("a"));
        to.add("Indexes.text()", Indexes.text());
        to.add("Indexes.text(String)", Indexes.text("a"));
        to.add("Indexes.hashed(String)", Indexes.hashed("a"));
        to.add("Indexes.compoundIndex(Bson[])", Indexes.compoundIndex(Indexes.hashed("a"), Indexes.descending("b")),
                Indexes.compoundIndex(Indexes.hashed("a"), Indexes.ascending("b"), Indexes.text("a")));
        to.add("Indexes.compoundIndex(List)", Indexes.compoundIndex(List.of(Indexes.hashed("a"))));
    }

    private static void projections(Renderings to) {
        to.add("Projections.computed(String,Object)", Projections.computed("a", "$b"),
                Projections.computed("a", POINT));
        to.add("Projections.computedSearchMeta(String)", Projections.computedSearchMeta("a"));
        to.add("Projections.include(String[])", Projections.include("a", "b"));
        to.add("Projections.include(List)", Projections.include(List.of("a")));
        to.add("Projections.exclude(String[])", Projections.exclude("a", "b"));
        to.add("Projections.exclude(List)", Projections.exclude(List.of("a")));
        to.add("Projections.excludeId()", Projections.excludeId());
        to.add("Projections.elemMatch(String)", Projections.elemMatch("a"));
        to.add("Projections.elemMatch(String,Bson)", Projections.elemMatch("a", Filters.gt("b", 1)));
        to.add("Projections.meta(String,String)", Projections.meta("a", "x"));
        to.add("Projections.metaTextScore(String)", Projections.metaTextScore("a"));
        to.add("Projections.metaSearchScore(String)", Projections.metaSearchScore("a"));
        to.add("Projections.metaVectorSearchScore(String)", Projections.metaVectorSearchScore("a"));
        to.add("Projections.metaSearchHighlights(String)", Projections.metaSearchHighlights("a"));
        to.add("Projections.slice(String,int)", Projections.slice("a", 3));
        to.add("Projections.slice(String,int,int)", Projections.slice("a", 2, 3));
        to.add("Projections.fields(Bson[])",
                Projections.fields(Projections.include("a", "b"), Projections.excludeId(), Projections.exclude("a")));
        to.add("Projections.fields(List)", Projections.fields(List.of(Projections.include("a", "b"))),
                Projections.fields(List.of()));
    }
}
