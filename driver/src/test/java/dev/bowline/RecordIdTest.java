package dev.bowline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bowline.simulator.Deployment;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.bson.Document;
import org.bson.codecs.configuration.CodecConfigurationException;
import org.bson.types.ObjectId;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What an insert does about a record whose id is null. */
class RecordIdTest {
    record Text(String id, int year) {}

    record Perhaps(Optional<String> id) {}

    record Unique(UUID id) {}

    sealed interface Shape permits Circle, Square {}

    record Circle(String id) implements Shape {}

    record Square(ObjectId id) implements Shape {}

    record Generated(ObjectId id, int year) {}

    record Any(Object id) {}

    private static Deployment deployment;
    private static MongoClient client;
    private static MongoDatabase database;

    @BeforeAll
    static void start() {
        deployment = Deployment.replicaSet(1);
        client = MongoClient.connect(deployment.connectionString());
        database = client.database("ids");
    }

    @AfterAll
    static void stop() {
        client.close();
        deployment.close();
    }

    private static <T> void assertRefused(Class<T> type, T record, String component) {
        MongoCollection<T> records = database.collection("refused", type);
        for (Runnable insert : List.<Runnable>of(() -> records.insertOne(record),
                () -> records.insertMany(List.of(record)))) {
            assertThatThrownBy(insert::run).isInstanceOf(CodecConfigurationException.class)
                    .hasMessageContaining(component).hasMessageContaining("give it a value, or declare it as ObjectId");
        }
        assertThat(database.collection("refused").countDocuments(new Document())).isZero();
    }

    @Test
    void anIdThatCannotHoldTheGeneratedOneIsRefused() {
        assertRefused(Text.class, new Text(null, 1944), "RecordIdTest$Text.id of type java.lang.String");
        assertRefused(Perhaps.class, new Perhaps(Optional.empty()), "RecordIdTest$Perhaps.id");
        assertRefused(Unique.class, new Unique(null), "RecordIdTest$Unique.id of type java.util.UUID");
        assertRefused(Shape.class, new Circle(null), "RecordIdTest$Circle.id of type java.lang.String");
    }

    @Test
    void anIdThatCanHoldTheGeneratedOneIsReadBack() {
        MongoCollection<Generated> generated = database.collection("generated", Generated.class);
        ObjectId id = generated.insertOne(new Generated(null, 1944)).insertedId().asObjectId().getValue();
        assertThat(generated.find().toList()).containsExactly(new Generated(id, 1944));
        MongoCollection<Any> any = database.collection("any", Any.class);
        Object inserted = any.insertOne(new Any(null)).insertedId().asObjectId().getValue();
        assertThat(any.find().toList()).containsExactly(new Any(inserted));
        MongoCollection<Shape> shapes = database.collection("shapes", Shape.class);
        ObjectId square = shapes.insertOne(new Square(null)).insertedId().asObjectId().getValue();
        assertThat(shapes.find().toList()).containsExactly(new Square(square));
    }

    @Test
    void aReplacementNeedsNoId() {
        MongoCollection<Text> texts = database.collection("texts", Text.class);
        texts.insertOne(new Text("a", 1));
        texts.replaceOne(new Document("_id", "a"), new Text(null, 2));
        assertThat(texts.find().toList()).containsExactly(new Text("a", 2));
    }
}
