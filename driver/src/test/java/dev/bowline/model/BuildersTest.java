package dev.bowline.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.MongoClientSettings;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Date;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.regex.Pattern;
import org.bson.BsonDocument;
import org.bson.BsonType;
import org.bson.Document;
import org.bson.UuidRepresentation;
import org.bson.codecs.configuration.CodecConfigurationException;
import org.bson.codecs.configuration.CodecRegistries;
import org.bson.codecs.configuration.CodecRegistry;
import org.bson.conversions.Bson;
import org.bson.types.Decimal128;
import org.bson.types.ObjectId;
import org.junit.jupiter.api.Test;

/** Holds the builders to the official ones: the same names, and the same documents. */
class BuildersTest {
    private static final CodecRegistry CODECS = CodecRegistries
            .withUuidRepresentation(MongoClientSettings.getDefaultCodecRegistry(), UuidRepresentation.STANDARD);
    private static final Bson POINT = BsonDocument.parse("{type: 'Point', coordinates: [1, 2]}");

    @Test
    void everyBuilderOfTheOfficialDriverIsHereByTheSameName() {
        assertThat(missing(Filters.class, com.mongodb.client.model.Filters.class)).isEmpty();
        assertThat(missing(Updates.class, com.mongodb.client.model.Updates.class)).isEmpty();
        assertThat(missing(Sorts.class, com.mongodb.client.model.Sorts.class)).isEmpty();
        assertThat(missing(Projections.class, com.mongodb.client.model.Projections.class)).isEmpty();
        assertThat(missing(Indexes.class, com.mongodb.client.model.Indexes.class)).isEmpty();
    }

    @Test
    void filtersCompare() {
        same(Filters.eq(1), com.mongodb.client.model.Filters.eq(1));
        for (Object value : values()) {
            same(Filters.eq("a", value), com.mongodb.client.model.Filters.eq("a", value));
            same(Filters.ne("a", value), com.mongodb.client.model.Filters.ne("a", value));
            same(Filters.gt("a", value), com.mongodb.client.model.Filters.gt("a", value));
            same(Filters.gte("a", value), com.mongodb.client.model.Filters.gte("a", value));
            same(Filters.lt("a", value), com.mongodb.client.model.Filters.lt("a", value));
            same(Filters.lte("a", value), com.mongodb.client.model.Filters.lte("a", value));
            same(Filters.in("a", value, 2), com.mongodb.client.model.Filters.in("a", value, 2));
        }
        List<Object> list = values();
        same(Filters.in("a", list), com.mongodb.client.model.Filters.in("a", list));
        same(Filters.nin("a", 1, 2), com.mongodb.client.model.Filters.nin("a", 1, 2));
        same(Filters.nin("a", list), com.mongodb.client.model.Filters.nin("a", list));
        same(Filters.all("a", 1, 2), com.mongodb.client.model.Filters.all("a", 1, 2));
        same(Filters.all("a", list), com.mongodb.client.model.Filters.all("a", list));
        same(Filters.empty(), com.mongodb.client.model.Filters.empty());
    }

    @Test
    void filtersCombine() {
        Bson one = Filters.eq("a", 1);
        Bson two = Filters.and(Filters.gt("b", 2), Filters.lt("c", "x"));
        Bson theirOne = com.mongodb.client.model.Filters.eq("a", 1);
        Bson theirTwo = com.mongodb.client.model.Filters.and(com.mongodb.client.model.Filters.gt("b", 2),
                com.mongodb.client.model.Filters.lt("c", "x"));
        same(two, theirTwo);
        same(Filters.and(), com.mongodb.client.model.Filters.and());
        same(Filters.and(List.of(one, two)), com.mongodb.client.model.Filters.and(List.of(theirOne, theirTwo)));
        same(Filters.or(one, two), com.mongodb.client.model.Filters.or(theirOne, theirTwo));
        same(Filters.or(List.of(one)), com.mongodb.client.model.Filters.or(List.of(theirOne)));
        same(Filters.nor(one, two), com.mongodb.client.model.Filters.nor(theirOne, theirTwo));
        same(Filters.nor(List.of(one)), com.mongodb.client.model.Filters.nor(List.of(theirOne)));
    }

    @Test
    void filtersNegate() {
        for (String json : List.of("{a: 1}", "{a: {$gt: 1}}", "{a: {$gt: 1, $lt: 5}}", "{$and: [{a: 1}, {b: 2}]}",
                "{a: 1, b: {$gt: 2}}", "{a: {b: 1}}", "{a: {$ref: 'c', $id: 1}}", "{a: /x/}", "{a: {$in: [1, 2]}}",
                "{$or: [{a: 1}]}")) {
            Bson filter = BsonDocument.parse(json);
            same(Filters.not(filter), com.mongodb.client.model.Filters.not(filter));
        }
        same(Filters.not(Filters.eq("a", 1)),
                com.mongodb.client.model.Filters.not(com.mongodb.client.model.Filters.eq("a", 1)));
    }

    @Test
    void filtersLookAtFieldsTypesAndText() {
        same(Filters.exists("a"), com.mongodb.client.model.Filters.exists("a"));
        same(Filters.exists("a", false), com.mongodb.client.model.Filters.exists("a", false));
        same(Filters.type("a", BsonType.ARRAY), com.mongodb.client.model.Filters.type("a", BsonType.ARRAY));
        same(Filters.type("a", "number"), com.mongodb.client.model.Filters.type("a", "number"));
        same(Filters.mod("a", 100, 7), com.mongodb.client.model.Filters.mod("a", 100, 7));
        same(Filters.regex("a", "x.*"), com.mongodb.client.model.Filters.regex("a", "x.*"));
        same(Filters.regex("a", "x.*", "im"), com.mongodb.client.model.Filters.regex("a", "x.*", "im"));
        Pattern pattern = Pattern.compile("x.*", Pattern.CASE_INSENSITIVE | Pattern.MULTILINE);
        same(Filters.regex("a", pattern), com.mongodb.client.model.Filters.regex("a", pattern));
        same(Filters.text("x"), com.mongodb.client.model.Filters.text("x"));
        same(Filters.text("x", options -> options.language("de").caseSensitive(true).diacriticSensitive(false)),
                com.mongodb.client.model.Filters.text("x", new com.mongodb.client.model.TextSearchOptions()
                        .language("de").caseSensitive(true).diacriticSensitive(false)));
        same(Filters.where("this.a"), com.mongodb.client.model.Filters.where("this.a"));
        same(Filters.expr(BsonDocument.parse("{$gt: ['$a', '$b']}")),
                com.mongodb.client.model.Filters.expr(BsonDocument.parse("{$gt: ['$a', '$b']}")));
        same(Filters.elemMatch("a", Filters.gt("b", 1)),
                com.mongodb.client.model.Filters.elemMatch("a", com.mongodb.client.model.Filters.gt("b", 1)));
        same(Filters.size("a", 3), com.mongodb.client.model.Filters.size("a", 3));
        same(Filters.bitsAllClear("a", 13), com.mongodb.client.model.Filters.bitsAllClear("a", 13));
        same(Filters.bitsAllSet("a", 13), com.mongodb.client.model.Filters.bitsAllSet("a", 13));
        same(Filters.bitsAnyClear("a", 13), com.mongodb.client.model.Filters.bitsAnyClear("a", 13));
        same(Filters.bitsAnySet("a", 13), com.mongodb.client.model.Filters.bitsAnySet("a", 13));
        same(Filters.jsonSchema(POINT), com.mongodb.client.model.Filters.jsonSchema(POINT));
    }

    @Test
    void filtersKnowPlaces() {
        same(Filters.geoWithin("a", POINT), com.mongodb.client.model.Filters.geoWithin("a", POINT));
        same(Filters.geoWithinBox("a", 1, 2, 3, 4), com.mongodb.client.model.Filters.geoWithinBox("a", 1, 2, 3, 4));
        List<List<Double>> polygon = List.of(List.of(0d, 0d), List.of(1d, 2d), List.of(2d, 0d));
        same(Filters.geoWithinPolygon("a", polygon), com.mongodb.client.model.Filters.geoWithinPolygon("a", polygon));
        same(Filters.geoWithinCenter("a", 1, 2, 3), com.mongodb.client.model.Filters.geoWithinCenter("a", 1, 2, 3));
        same(Filters.geoWithinCenterSphere("a", 1, 2, 3),
                com.mongodb.client.model.Filters.geoWithinCenterSphere("a", 1, 2, 3));
        same(Filters.geoIntersects("a", POINT), com.mongodb.client.model.Filters.geoIntersects("a", POINT));
        same(Filters.near("a", POINT, 5d, 1d), com.mongodb.client.model.Filters.near("a", POINT, 5d, 1d));
        same(Filters.near("a", POINT, null, null), com.mongodb.client.model.Filters.near("a", POINT, null, null));
        same(Filters.near("a", 1, 2, 5d, 1d), com.mongodb.client.model.Filters.near("a", 1, 2, 5d, 1d));
        same(Filters.nearSphere("a", POINT, 5d, null),
                com.mongodb.client.model.Filters.nearSphere("a", POINT, 5d, null));
        same(Filters.nearSphere("a", 1, 2, null, 1d), com.mongodb.client.model.Filters.nearSphere("a", 1, 2, null, 1d));
    }

    @Test
    void updatesSetAndChangeFields() {
        for (Object value : values()) {
            same(Updates.set("a", value), com.mongodb.client.model.Updates.set("a", value));
            same(Updates.setOnInsert("a", value), com.mongodb.client.model.Updates.setOnInsert("a", value));
            same(Updates.min("a", value), com.mongodb.client.model.Updates.min("a", value));
            same(Updates.max("a", value), com.mongodb.client.model.Updates.max("a", value));
            same(Updates.addToSet("a", value), com.mongodb.client.model.Updates.addToSet("a", value));
            same(Updates.push("a", value), com.mongodb.client.model.Updates.push("a", value));
            same(Updates.pull("a", value), com.mongodb.client.model.Updates.pull("a", value));
        }
        same(Updates.set(POINT), com.mongodb.client.model.Updates.set(POINT));
        same(Updates.setOnInsert(POINT), com.mongodb.client.model.Updates.setOnInsert(POINT));
        same(Updates.unset("a"), com.mongodb.client.model.Updates.unset("a"));
        same(Updates.rename("a", "b"), com.mongodb.client.model.Updates.rename("a", "b"));
        for (Number number : List.<Number>of(1, 2L, 1.5, new Decimal128(3))) {
            same(Updates.inc("a", number), com.mongodb.client.model.Updates.inc("a", number));
            same(Updates.mul("a", number), com.mongodb.client.model.Updates.mul("a", number));
        }
        same(Updates.currentDate("a"), com.mongodb.client.model.Updates.currentDate("a"));
        same(Updates.currentTimestamp("a"), com.mongodb.client.model.Updates.currentTimestamp("a"));
        same(Updates.bitwiseAnd("a", 5), com.mongodb.client.model.Updates.bitwiseAnd("a", 5));
        same(Updates.bitwiseAnd("a", 5L), com.mongodb.client.model.Updates.bitwiseAnd("a", 5L));
        same(Updates.bitwiseOr("a", 5), com.mongodb.client.model.Updates.bitwiseOr("a", 5));
        same(Updates.bitwiseOr("a", 5L), com.mongodb.client.model.Updates.bitwiseOr("a", 5L));
        same(Updates.bitwiseXor("a", 5), com.mongodb.client.model.Updates.bitwiseXor("a", 5));
        same(Updates.bitwiseXor("a", 5L), com.mongodb.client.model.Updates.bitwiseXor("a", 5L));
    }

    @Test
    void updatesChangeArrays() {
        List<Object> list = values();
        same(Updates.addEachToSet("a", list), com.mongodb.client.model.Updates.addEachToSet("a", list));
        same(Updates.pushEach("a", list), com.mongodb.client.model.Updates.pushEach("a", list));
        same(Updates.pushEach("a", List.of(1), options -> options.position(1).slice(2).sort(-1)),
                com.mongodb.client.model.Updates.pushEach("a", List.of(1),
                        new com.mongodb.client.model.PushOptions().position(1).slice(2).sort(-1)));
        same(Updates.pushEach("a", List.of(1), options -> options.sortDocument(Sorts.descending("b"))),
                com.mongodb.client.model.Updates.pushEach("a", List.of(1), new com.mongodb.client.model.PushOptions()
                        .sortDocument(com.mongodb.client.model.Sorts.descending("b"))));
        same(Updates.pullByFilter(Filters.gt("a", 1)),
                com.mongodb.client.model.Updates.pullByFilter(com.mongodb.client.model.Filters.gt("a", 1)));
        same(Updates.pullAll("a", list), com.mongodb.client.model.Updates.pullAll("a", list));
        same(Updates.popFirst("a"), com.mongodb.client.model.Updates.popFirst("a"));
        same(Updates.popLast("a"), com.mongodb.client.model.Updates.popLast("a"));
    }

    @Test
    void updatesCombineByOperator() {
        same(Updates.combine(Updates.set("a", 1), Updates.inc("b", 2), Updates.set("c", 3), Updates.set("a", 4)),
                com.mongodb.client.model.Updates.combine(com.mongodb.client.model.Updates.set("a", 1),
                        com.mongodb.client.model.Updates.inc("b", 2), com.mongodb.client.model.Updates.set("c", 3),
                        com.mongodb.client.model.Updates.set("a", 4)));
        same(Updates.combine(), com.mongodb.client.model.Updates.combine());
        same(Updates.combine(List.of(Updates.combine(Updates.set("a", 1)), Updates.set("b", 1))),
                com.mongodb.client.model.Updates.combine(
                        List.of(com.mongodb.client.model.Updates.combine(com.mongodb.client.model.Updates.set("a", 1)),
                                com.mongodb.client.model.Updates.set("b", 1))));
    }

    @Test
    void sorts() {
        same(Sorts.ascending("a", "b"), com.mongodb.client.model.Sorts.ascending("a", "b"));
        same(Sorts.ascending(List.of("a")), com.mongodb.client.model.Sorts.ascending(List.of("a")));
        same(Sorts.descending("a", "b"), com.mongodb.client.model.Sorts.descending("a", "b"));
        same(Sorts.descending(List.of("a")), com.mongodb.client.model.Sorts.descending(List.of("a")));
        same(Sorts.metaTextScore("a"), com.mongodb.client.model.Sorts.metaTextScore("a"));
        same(Sorts.orderBy(Sorts.ascending("a", "b"), Sorts.descending("a", "c")),
                com.mongodb.client.model.Sorts.orderBy(com.mongodb.client.model.Sorts.ascending("a", "b"),
                        com.mongodb.client.model.Sorts.descending("a", "c")));
        same(Sorts.orderBy(List.of()), com.mongodb.client.model.Sorts.orderBy(List.of()));
    }

    @Test
    void projections() {
        same(Projections.computed("a", "$b"), com.mongodb.client.model.Projections.computed("a", "$b"));
        same(Projections.computed("a", POINT), com.mongodb.client.model.Projections.computed("a", POINT));
        same(Projections.computedSearchMeta("a"), com.mongodb.client.model.Projections.computedSearchMeta("a"));
        same(Projections.include("a", "b"), com.mongodb.client.model.Projections.include("a", "b"));
        same(Projections.include(List.of("a")), com.mongodb.client.model.Projections.include(List.of("a")));
        same(Projections.exclude("a", "b"), com.mongodb.client.model.Projections.exclude("a", "b"));
        same(Projections.exclude(List.of("a")), com.mongodb.client.model.Projections.exclude(List.of("a")));
        same(Projections.excludeId(), com.mongodb.client.model.Projections.excludeId());
        same(Projections.elemMatch("a"), com.mongodb.client.model.Projections.elemMatch("a"));
        same(Projections.elemMatch("a", Filters.gt("b", 1)),
                com.mongodb.client.model.Projections.elemMatch("a", com.mongodb.client.model.Filters.gt("b", 1)));
        same(Projections.meta("a", "x"), com.mongodb.client.model.Projections.meta("a", "x"));
        same(Projections.metaTextScore("a"), com.mongodb.client.model.Projections.metaTextScore("a"));
        same(Projections.metaSearchScore("a"), com.mongodb.client.model.Projections.metaSearchScore("a"));
        same(Projections.metaVectorSearchScore("a"), com.mongodb.client.model.Projections.metaVectorSearchScore("a"));
        same(Projections.metaSearchHighlights("a"), com.mongodb.client.model.Projections.metaSearchHighlights("a"));
        same(Projections.slice("a", 3), com.mongodb.client.model.Projections.slice("a", 3));
        same(Projections.slice("a", 2, 3), com.mongodb.client.model.Projections.slice("a", 2, 3));
        same(Projections.fields(Projections.include("a", "b"), Projections.excludeId(), Projections.exclude("a")),
                com.mongodb.client.model.Projections.fields(com.mongodb.client.model.Projections.include("a", "b"),
                        com.mongodb.client.model.Projections.excludeId(),
                        com.mongodb.client.model.Projections.exclude("a")));
    }

    @Test
    void indexKeys() {
        same(Indexes.ascending("a", "b"), com.mongodb.client.model.Indexes.ascending("a", "b"));
        same(Indexes.descending("a", "b"), com.mongodb.client.model.Indexes.descending("a", "b"));
        same(Indexes.geo2dsphere("a", "b"), com.mongodb.client.model.Indexes.geo2dsphere("a", "b"));
        same(Indexes.geo2d("a"), com.mongodb.client.model.Indexes.geo2d("a"));
        same(Indexes.text("a"), com.mongodb.client.model.Indexes.text("a"));
        same(Indexes.text(), com.mongodb.client.model.Indexes.text());
        same(Indexes.hashed("a"), com.mongodb.client.model.Indexes.hashed("a"));
        same(Indexes.compoundIndex(Indexes.ascending("a"), Indexes.descending("b", "a")),
                com.mongodb.client.model.Indexes.compoundIndex(com.mongodb.client.model.Indexes.ascending("a"),
                        com.mongodb.client.model.Indexes.descending("b", "a")));
    }

    @Test
    void aListThatIsChangedLaterDoesNotChangeAFilter() {
        List<Integer> values = new ArrayList<>(List.of(1, 2));
        Bson filter = Filters.in("a", values);
        values.add(3);
        assertThat(render(filter)).isEqualTo(BsonDocument.parse("{a: {$in: [1, 2]}}"));
    }

    @Test
    void aValueWithoutACodecIsRefusedWhenTheFilterIsUsed() {
        Bson filter = Filters.eq("a", new Thread());
        assertThatThrownBy(() -> render(filter)).isInstanceOf(CodecConfigurationException.class);
    }

    @Test
    void buildersCompareByWhatTheySay() {
        assertThat(Filters.eq("a", List.of(1))).isEqualTo(Filters.eq("a", List.of(1)))
                .hasSameHashCodeAs(Filters.eq("a", List.of(1))).isNotEqualTo(Filters.eq("b", List.of(1)))
                .hasToString("{a: [1]}");
        assertThat(Filters.not(Filters.gt("a", 1))).hasToString("{$not: {a: {$gt: 1}}}");
    }

    private static List<Object> values() {
        return Arrays.asList(1, 2L, 1.5, "x", true, null, new ObjectId("507f1f77bcf86cd799439011"), new Date(5),
                new Decimal128(7), new Document("b", List.of(1, "y")), BsonDocument.parse("{c: 1}"), List.of(1, 2),
                new byte[]{1, 2}, new UUID(1, 2), 'c', (short) 3, List.of(new Document("d", 1)));
    }

    private static void same(Bson ours, Bson theirs) {
        assertThat(render(ours).toJson()).isEqualTo(render(theirs).toJson());
        assertThat(render(ours)).isEqualTo(render(theirs));
    }

    private static BsonDocument render(Bson bson) {
        return bson.toBsonDocument(Document.class, CODECS);
    }

    static Set<String> missing(Class<?> ours, Class<?> theirs) {
        Set<String> names = names(theirs);
        names.removeAll(names(ours));
        return names;
    }

    private static Set<String> names(Class<?> type) {
        Set<String> names = new TreeSet<>();
        for (Method method : type.getDeclaredMethods()) {
            if (Modifier.isPublic(method.getModifiers()) && Modifier.isStatic(method.getModifiers())) {
                names.add(method.getName());
            }
        }
        return names;
    }
}
