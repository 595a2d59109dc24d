package dev.bowline.model.mql;

import static dev.bowline.model.mql.MqlValues.current;
import static dev.bowline.model.mql.MqlValues.currentAsMap;
import static dev.bowline.model.mql.MqlValues.of;
import static dev.bowline.model.mql.MqlValues.ofArray;
import static dev.bowline.model.mql.MqlValues.ofEntry;
import static dev.bowline.model.mql.MqlValues.ofIntegerArray;
import static dev.bowline.model.mql.MqlValues.ofMap;
import static dev.bowline.model.mql.MqlValues.ofNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.bowline.MongoClient;
import dev.bowline.MongoCollection;
import dev.bowline.model.Accumulators;
import dev.bowline.model.Aggregates;
import dev.bowline.model.Field;
import dev.bowline.model.Filters;
import dev.bowline.model.Projections;
import dev.bowline.model.Sorts;
import dev.bowline.simulator.Deployment;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import org.bson.Document;
import org.bson.conversions.Bson;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What expressions yield, as far as the engine of the simulated server knows their operators. */
@Timeout(60)
class ExpressionResultsTest {
    private static final MqlString UTC = of("UTC");
    private static Deployment deployment;
    private static MongoClient client;

    private final MqlDocument ship = current();
    private final MqlArray<MqlInteger> masts = ship.getArray("masts");
    private MongoCollection<Document> ships;

    @BeforeAll
    static void start() {
        deployment = Deployment.replicaSet(1);
        client = MongoClient.connect(deployment.connectionString());
    }

    @AfterAll
    static void stop() {
        client.close();
        deployment.close();
    }

    @BeforeEach
    void fill() {
        ships = client.database("harbour").collection("ships");
        ships.drop();
        ships.insertMany(List.of(
                Document.parse("{_id: 1, name: 'Spray', tons: 9, length: 11.2, afloat: true, masts: [12, 8],"
                        + " crew: {master: 'Slocum', mates: []}, built: {$date: '1892-03-15T06:07:08.009Z'}}"),
                Document.parse("{_id: 2, name: 'Pequod', tons: 300, afloat: false, masts: [30, 35, 28],"
                        + " crew: {master: 'Ahab', mates: ['Starbuck', 'Stubb', 'Flask']},"
                        + " built: {$date: '1851-10-18T23:59:58.100Z'}}")));
    }

    @Test
    void booleans() {
        MqlBoolean afloat = ship.getBoolean("afloat");
        yields(afloat, true, false);
        yields(afloat.not(), false, true);
        yields(afloat.or(ship.getInteger("tons").gt(of(100))), true, true);
        yields(afloat.and(ship.getInteger("tons").gte(of(9))), true, false);
        yields(afloat.cond(of("$up"), ship.getString("name")), "$up", "Pequod");
        yields(ship.getField("name").lt(of("Q")), false, true);
        yields(ship.getField("name").ne(of("Spray")), false, true);
    }

    @Test
    void numbers() {
        MqlInteger tons = ship.getInteger("tons");
        yields(tons.add(1).multiply(tons), 90, 90_300);
        yields(tons.subtract(of(10)).abs(), 1, 290);
        yields(tons.divide(2), 4.5, 150.0);
        yields(tons.max(of(10)), 10, 300);
        yields(tons.min(of(10)), 9, 10);
        yields(tons.multiply(of(1000L)).millisecondsAsDate(), Date.from(Instant.ofEpochSecond(9)),
                Date.from(Instant.ofEpochSecond(300)));
        yields(ship.getNumber("length", -1), 11.2, -1);
    }

    @Test
    void strings() {
        MqlString name = ship.getString("name");
        yields(name.toUpper().append(of(" $1 ")).append(name.toLower()), "SPRAY $1 spray", "PEQUOD $1 pequod");
        yields(name.length().add(name.lengthBytes()), 10, 12);
        yields(name.substr(1, 3), "pra", "equ");
        yields(name.substrBytes(of(0), name.length().subtract(1)), "Spra", "Pequo");
        yields(ship.getInteger("tons").asString().append(of("0")).parseInteger(), 90, 3000);
    }

    @Test
    void dates() {
        MqlDate built = ship.getDate("built");
        yields(built.year(UTC), 1892, 1851);
        yields(built.month(UTC), 3, 10);
        yields(built.dayOfMonth(UTC), 15, 18);
        yields(built.hour(of("+05:00")), 11, 4);
        yields(built.minute(UTC), 7, 59);
        yields(built.second(UTC), 8, 58);
        yields(built.asString(UTC, of("%Y/%m/%d")), "1892/03/15", "1851/10/18");
    }

    @Test
    void arrays() {
        yields(masts.filter(mast -> mast.gt(of(10))), List.of(12), List.of(30, 35, 28));
        yields(masts.map(mast -> mast.add(1)).map(mast -> mast.multiply(2)), List.of(26, 18), List.of(62, 72, 58));
        yields(masts.size(), 2, 3);
        yields(masts.any(mast -> mast.eq(of(35))), false, true);
        yields(masts.all(mast -> mast.lt(of(35))), true, false);
        yields(masts.sum(mast -> mast), 20, 93);
        yields(ofIntegerArray(2, 3).multiply(n -> n), 6, 6);
        yields(masts.joinStrings(mast -> mast.asString().append(of(";"))), "12;8;", "30;35;28;");
        yields(masts.concatArrays(mast -> ofArray(mast, mast.multiply(-1))), List.of(12, -12, 8, -8),
                List.of(30, -30, 35, -35, 28, -28));
        yields(masts.elementAt(1).add(masts.elementAt(-1)), 16, 63);
        yields(masts.first().subtract(masts.last()), 4, 2);
        yields(masts.contains(of(8)), true, false);
        yields(masts.concat(ofIntegerArray(1)), List.of(12, 8, 1), List.of(30, 35, 28, 1));
        yields(masts.slice(1, 5), List.of(8), List.of(35, 28));
        yields(masts.concat(masts).distinct().size(), 2, 3);
        yields(masts.unionArrays(mast -> ofArray(mast, of(8))).size(), 2, 4);
    }

    @Test
    void anInnerFunctionUsesTheElementOfAnOuterOne() {
        yields(ofIntegerArray(1, 2).map(x -> ofIntegerArray(10, 20).map(y -> y.add(x))),
                List.of(List.of(11, 21), List.of(12, 22)), List.of(List.of(11, 21), List.of(12, 22)));
        yields(ofIntegerArray(1, 2).sum(x -> masts.filter(mast -> mast.gt(x.multiply(10))).sum(mast -> mast.add(x))),
                13, 96 + 99);
        yields(ofIntegerArray(1, 2).map(x -> ofIntegerArray(3).map(y -> ofIntegerArray(4)
                .map(z -> x.multiply(100).add(y.multiply(10)).add(z)))),
                List.of(List.of(List.of(134)), List.of(List.of(234))),
                List.of(List.of(List.of(134)), List.of(List.of(234))));
    }

    @Test
    void mapsAndEntries() {
        MqlMap<MqlString> crew = ship.getMap("crew");
        yields(crew.get("master"), "Slocum", "Ahab");
        yields(crew.has("cook"), false, false);
        yields(crew.has("mates"), true, true);
        yields(crew.get("cook", of("nobody")), "nobody", "nobody");
        yields(crew.set("cook", of("Fire")).unset("mates"), new Document("master", "Slocum").append("cook", "Fire"),
                new Document("master", "Ahab").append("cook", "Fire"));
        yields(crew.entries().map(MqlEntry::getKey), List.of("master", "mates"), List.of("master", "mates"));
        yields(masts.asMap(mast -> ofEntry(of("m").append(mast.asString()), mast)).get("m8", of(0)), 8, 0);
        yields(ofMap(Document.parse("{a: 1}")).merge(ofMap(Document.parse("{b: '$c'}"))).entries().size(), 2, 2);
        yields(currentAsMap().entries().size(), 8, 7);
    }

    @Test
    void documents() {
        yields(ship.getDocument("crew").<MqlString>getArray("mates").size(), 0, 3);
        yields(ship.hasField("length"), true, false);
        yields(ship.setField("tons", ship.getInteger("tons").add(1)).getInteger("tons"), 10, 301);
        yields(ship.unsetField("tons").hasField("tons"), false, false);
        yields(ship.merge(of(new Document("name", "New"))).getString("name"), "New", "New");
        yields(of(Document.parse("{a: {b: [1, 2]}}")).getDocument("a").<MqlInteger>getArray("b").last(), 2, 2);
    }

    @Test
    void decisions() {
        yields(ship.getInteger("tons").switchIntegerOn(on -> on.lt(of(5), tons -> of("boat"))
                .lte(of(9), tons -> of("yacht")).defaults(tons -> tons.asString())), "yacht", "300");
        yields(ship.getField("length").switchOn(on -> on.isNumber(length -> length.multiply(10).asString())
                .defaults(length -> of("missing"))), "112", "missing");
        yields(ofArray(ofNull(), of(1)).contains(ofNull()), true, true);
    }

    @Test
    void filtersGroupsAndUpdatesTakeExpressions() {
        MqlNumber perMast = ship.getInteger("tons").divide(masts.size());
        assertThat(ships.find(Filters.expr(perMast.gt(of(50)))).first()).containsEntry("_id", 2);
        assertThat(ships.find(new Document("$expr", perMast.lt(of(50)))).first()).containsEntry("_id", 1);
        assertThat(all(Aggregates.match(Filters.expr(masts.size().gt(of(1)))),
                Aggregates.group(ship.getBoolean("afloat").cond(of("up"), of("down")),
                        Accumulators.max("highest", masts.first()), Accumulators.first("name", ship.getString("name"))),
                Aggregates.sort(Sorts.ascending("_id"))))
                .containsExactly(Document.parse("{_id: 'down', highest: 30, name: 'Pequod'}"),
                        Document.parse("{_id: 'up', highest: 12, name: 'Spray'}"));
        ships.updateMany(new Document(), List.of(Aggregates.set(new Field("total", masts.sum(mast -> mast)),
                new Field("crew", ship.getMap("crew").set("cook", ofNull())))));
        assertThat(all(Aggregates.project(Projections.include("total", "crew.cook"))))
                .containsExactly(Document.parse("{_id: 1, total: 20, crew: {cook: null}}"),
                        Document.parse("{_id: 2, total: 93, crew: {cook: null}}"));
    }

    private void yields(MqlValue expression, Object first, Object second) {
        List<Object> results = new ArrayList<>();
        for (Document document : all(Aggregates.sort(Sorts.ascending("_id")),
                Aggregates.project(Projections.computed("x", expression)))) {
            results.add(document.get("x"));
        }
        assertThat(results).as(expression.toString()).containsExactly(first, second);
    }

    private List<Document> all(Bson... stages) {
        List<Document> documents = new ArrayList<>();
        ships.aggregate(List.of(stages)).forEach(documents::add);
        return documents;
    }
}
