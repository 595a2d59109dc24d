package dev.bowline.model.geojson;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.MongoClientSettings;
import dev.bowline.codec.MappingCodecProvider;
import dev.bowline.egress.wire.FastCodecs;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import org.bson.BsonDocument;
import org.bson.BsonDocumentReader;
import org.bson.BsonDocumentWriter;
import org.bson.Document;
import org.bson.codecs.Codec;
import org.bson.codecs.DecoderContext;
import org.bson.codecs.EncoderContext;
import org.bson.codecs.configuration.CodecConfigurationException;
import org.bson.codecs.configuration.CodecRegistries;
import org.bson.codecs.configuration.CodecRegistry;
import org.junit.jupiter.api.Test;

/** Holds places to the official ones, both ways, and says what is no place. */
class GeoJsonTest {
    private static final CodecRegistry CODECS = CodecRegistries.fromRegistries(FastCodecs.registry(),
            CodecRegistries.fromProviders(new MappingCodecProvider()));
    private static final CodecRegistry THEIR_CODECS = MongoClientSettings.getDefaultCodecRegistry();
    private static final Position A = new Position(0, 0);
    private static final Position B = new Position(1.5, 0);
    private static final Position C = new Position(1, 1, 100);
    private static final List<Position> RING = List.of(A, B, C, A);
    private static final NamedCoordinateReferenceSystem STRICT = NamedCoordinateReferenceSystem.EPSG_4326_STRICT_WINDING;

    record Harbour(String id, Point place, Geometry area, Position berth, List<Geometry> buoys) {}

    @Test
    void everyGeometryIsWrittenAsTheOfficialDriverWritesItAndReadBack() {
        List<Geometry> ours = ours();
        List<com.mongodb.client.model.geojson.Geometry> theirs = theirs();
        assertThat(ours).hasSameSizeAs(theirs);
        for (int i = 0; i < ours.size(); i++) {
            BsonDocument written = encode(ours.get(i), CODECS);
            assertThat(written.toJson()).isEqualTo(encode(theirs.get(i), THEIR_CODECS).toJson());
            assertThat(ours.get(i).toJson()).isEqualTo(written.toJson());
            assertThat(decode(written, ours.get(i).getClass())).isEqualTo(ours.get(i));
            assertThat(decode(written, Geometry.class)).isEqualTo(ours.get(i)).hasSameHashCodeAs(ours.get(i));
            assertThat(ours.get(i).type().typeName()).isEqualTo(theirs.get(i).getType().getTypeName());
        }
    }

    private static List<Geometry> ours() {
        List<Geometry> all = new ArrayList<>();
        PolygonCoordinates holed = new PolygonCoordinates(RING, List.of(RING, RING));
        for (CoordinateReferenceSystem system : new CoordinateReferenceSystem[]{null, STRICT,
                NamedCoordinateReferenceSystem.CRS_84, NamedCoordinateReferenceSystem.EPSG_4326}) {
            all.addAll(List.of(new Point(system, C), new LineString(system, List.of(A, B)),
                    new Polygon(system, new PolygonCoordinates(RING)), new Polygon(system, holed),
                    new MultiPoint(system, List.of(A, B)),
                    new MultiLineString(system, List.of(List.of(A, B), List.of(B, C))),
                    new MultiPolygon(system, List.of(holed, new PolygonCoordinates(RING))),
                    new GeometryCollection(system, List.of(new Point(A), new Polygon(RING, RING),
                            new GeometryCollection(List.of(new MultiPoint(List.of(A))))))));
        }
        all.add(new MultiPoint(List.of()));
        return all;
    }

    private static List<com.mongodb.client.model.geojson.Geometry> theirs() {
        // Lists that may be asked whether they contain null, as the official constructors do.
        var a = new com.mongodb.client.model.geojson.Position(0, 0);
        var b = new com.mongodb.client.model.geojson.Position(1.5, 0);
        var c = new com.mongodb.client.model.geojson.Position(1, 1, 100);
        var ring = Arrays.asList(a, b, c, a);
        var holed = new com.mongodb.client.model.geojson.PolygonCoordinates(ring, Arrays.asList(ring, ring));
        List<com.mongodb.client.model.geojson.Geometry> all = new ArrayList<>();
        for (var system : new com.mongodb.client.model.geojson.NamedCoordinateReferenceSystem[]{null,
                com.mongodb.client.model.geojson.NamedCoordinateReferenceSystem.EPSG_4326_STRICT_WINDING,
                com.mongodb.client.model.geojson.NamedCoordinateReferenceSystem.CRS_84,
                com.mongodb.client.model.geojson.NamedCoordinateReferenceSystem.EPSG_4326}) {
            all.addAll(List.of(new com.mongodb.client.model.geojson.Point(system, c),
                    new com.mongodb.client.model.geojson.LineString(system, Arrays.asList(a, b)),
                    new com.mongodb.client.model.geojson.Polygon(system,
                            new com.mongodb.client.model.geojson.PolygonCoordinates(ring)),
                    new com.mongodb.client.model.geojson.Polygon(system, holed),
                    new com.mongodb.client.model.geojson.MultiPoint(system, Arrays.asList(a, b)),
                    new com.mongodb.client.model.geojson.MultiLineString(system,
                            Arrays.asList(Arrays.asList(a, b), Arrays.asList(b, c))),
                    new com.mongodb.client.model.geojson.MultiPolygon(system,
                            Arrays.asList(holed, new com.mongodb.client.model.geojson.PolygonCoordinates(ring))),
                    new com.mongodb.client.model.geojson.GeometryCollection(system,
                            Arrays.asList(new com.mongodb.client.model.geojson.Point(a),
                                    new com.mongodb.client.model.geojson.Polygon(ring, ring),
                                    new com.mongodb.client.model.geojson.GeometryCollection(Arrays.asList(
                                            new com.mongodb.client.model.geojson.MultiPoint(Arrays.asList(a))))))));
        }
        all.add(new com.mongodb.client.model.geojson.MultiPoint(Arrays.asList()));
        return all;
    }

    @Test
    void theyAreMadeWithinTheSameLimits() {
        var a = new com.mongodb.client.model.geojson.Position(0, 0);
        var b = new com.mongodb.client.model.geojson.Position(1, 0);
        refusedByBoth(() -> new Position(List.of(1.0)),
                () -> new com.mongodb.client.model.geojson.Position(Arrays.asList(1.0)));
        refusedByBoth(() -> new LineString(List.of(A)),
                () -> new com.mongodb.client.model.geojson.LineString(Arrays.asList(a)));
        assertThat(
                new com.mongodb.client.model.geojson.MultiLineString(Arrays.asList(Arrays.asList(a))).getCoordinates())
                .hasSameSizeAs(new MultiLineString(List.of(List.of(A))).coordinates());
        refusedByBoth(() -> new Polygon(List.of(A, B, A)),
                () -> new com.mongodb.client.model.geojson.Polygon(Arrays.asList(a, b, a)));
        refusedByBoth(() -> new Polygon(List.of(A, B, C, B)),
                () -> new com.mongodb.client.model.geojson.Polygon(Arrays.asList(a, b, a, b)));
        refusedByBoth(() -> new PolygonCoordinates(RING, List.of(A, B)),
                () -> new com.mongodb.client.model.geojson.PolygonCoordinates(Arrays.asList(a, b, b, a),
                        Arrays.asList(a, b)));
        assertThat(new Position(List.of(1.0, 2.0)).values()).containsExactly(1.0, 2.0);
        assertThat(new LineString(List.of(A, B)).coordinates()).hasSize(2);
        assertThat(new Polygon(RING).exterior()).hasSize(4);
        assertThat(new Point(A).position()).isEqualTo(A);
    }

    private static void refusedByBoth(Supplier<?> ours, Supplier<?> theirs) {
        assertThatThrownBy(theirs::get).as("theirs").isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(ours::get).as("ours").isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void theyAreMappedWhereverARecordHasThem() {
        Harbour harbour = new Harbour("h", new Point(B), new Polygon(RING), A,
                List.of(new Point(A), new LineString(List.of(A, B))));
        BsonDocument document = encode(harbour, CODECS);
        assertThat(document.getDocument("place")).isEqualTo(new Point(B).toDocument());
        assertThat(document.getArray("berth")).hasSize(2);
        assertThat(decode(document, Harbour.class)).isEqualTo(harbour);
        assertThat(encode(new Document("place", new Point(STRICT, B)).append("places", List.of(new Point(A))), CODECS)
                .getDocument("place")).isEqualTo(new Point(STRICT, B).toDocument());
    }

    @Test
    void fieldsMayComeInAnyOrderWithNumbersOfAnyTypeAndMembersThatAreNotKnown() {
        assertThat(read("{bbox: [0, 0, 1, 1], crs: {properties: {name: 'EPSG:4326', x: 1}, y: 2, type: 'name'}, "
                + "coordinates: [1, {$numberLong: '2'}, {$numberDecimal: '2.5'}], type: 'Point', note: {a: 1}}"))
                .isEqualTo(new Point(NamedCoordinateReferenceSystem.EPSG_4326, new Position(1, 2, 2.5)));
        assertThat(read("{geometries: [], type: 'GeometryCollection'}")).isEqualTo(new GeometryCollection(List.of()));
    }

    @Test
    void whatIsNoPlaceIsRefusedWithTheReason() {
        refused("{coordinates: [1, 2]}", "without the field 'type'");
        refused("{type: 'Circle', coordinates: [1, 2]}", "Circle");
        refused("{type: 7, coordinates: [1, 2]}", "INT32");
        refused("{type: 'Point'}", "'coordinates' is missing");
        refused("{type: 'GeometryCollection', coordinates: [1, 2]}", "'geometries' is missing");
        refused("{type: 'GeometryCollection', geometries: 3}", "'geometries'");
        refused("{type: 'GeometryCollection', geometries: [4]}", "INT32");
        refused("{type: 'Point', coordinates: [1]}", "Point", "two values");
        refused("{type: 'Point', coordinates: 5}", "coordinates is a number and not an array");
        refused("{type: 'Point', coordinates: ['1', 2]}", "coordinates[0] is a STRING");
        refused("{type: 'LineString', coordinates: [[1, 2], [3, null]]}", "coordinates[1][1] is a NULL");
        refused("{type: 'LineString', coordinates: [[1, 2], 3]}", "coordinates[1] is a number");
        refused("{type: 'MultiPoint', coordinates: [[[1, 2]]]}", "coordinates[0][0] is an array");
        refused("{type: 'Polygon', coordinates: []}", "coordinates is empty");
        refused("{type: 'Polygon', coordinates: [[[0, 0], [1, 1], [1, 0], [2, 2]]]}", "ends where it began");
        refused("{type: 'MultiPolygon', coordinates: [[[[0, 0], [1, 1], [0, 0]]]]}", "four positions");
        refused("{type: 'Point', coordinates: [1, 2], crs: {type: 'link', properties: {href: 'x'}}}", "link");
        refused("{type: 'Point', coordinates: [1, 2], crs: 'x'}", "STRING");
        assertThatThrownBy(() -> decode(new Point(A).toDocument(), Polygon.class))
                .isInstanceOf(CodecConfigurationException.class).hasMessageContaining("Polygon was expected")
                .hasMessageContaining("Point");
        assertThatThrownBy(
                () -> decode(BsonDocument.parse("{place: {type: 'Point', coordinates: 'x'}}"), Harbour.class))
                .hasMessageContaining("Harbour.place").hasMessageContaining("coordinates is a STRING");
    }

    private static void refused(String json, String... reasons) {
        assertThatThrownBy(() -> read(json)).as(json).isInstanceOf(CodecConfigurationException.class)
                .hasMessageContainingAll(reasons);
    }

    private static Geometry read(String json) {
        return decode(BsonDocument.parse(json), Geometry.class);
    }

    private static <T> T decode(BsonDocument document, Class<T> type) {
        return CODECS.get(type).decode(new BsonDocumentReader(document), DecoderContext.builder().build());
    }

    @SuppressWarnings("unchecked")
    private static BsonDocument encode(Object value, CodecRegistry codecs) {
        BsonDocument document = new BsonDocument();
        ((Codec<Object>) codecs.get(value.getClass())).encode(new BsonDocumentWriter(document), value,
                EncoderContext.builder().build());
        return document;
    }
}
