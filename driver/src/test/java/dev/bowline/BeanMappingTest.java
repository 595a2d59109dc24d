package dev.bowline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bowline.simulator.Deployment;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.Document;
import org.bson.codecs.configuration.CodecConfigurationException;
import org.bson.codecs.configuration.CodecRegistries;
import org.bson.codecs.pojo.PojoCodecProvider;
import org.bson.codecs.pojo.annotations.BsonCreator;
import org.bson.codecs.pojo.annotations.BsonId;
import org.bson.codecs.pojo.annotations.BsonProperty;
import org.bson.json.JsonObject;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Classes other than records: beans by the bson library's provider, JSON as text, and the refusal of the others. */
class BeanMappingTest {
    /** A bean. */
    public static final class Boat {
        private int id;
        private List<String> crew = List.of();

        public int getId() {
            return id;
        }

        public void setId(int id) {
            this.id = id;
        }

        public List<String> getCrew() {
            return crew;
        }

        public void setCrew(List<String> crew) {
            this.crew = crew;
        }
    }

    /** What the Kotlin compiler makes of {@code data class Sail @BsonCreator constructor(...)}, without copies. */
    public static final class Sail {
        private final int id;
        private final String cloth;

        @BsonCreator
        public Sail(@BsonId int id, @BsonProperty("cloth") String cloth) {
            this.id = id;
            this.cloth = cloth;
        }

        @BsonId
        public int getId() {
            return id;
        }

        public String getCloth() {
            return cloth;
        }

        public int component1() {
            return id;
        }

        public String component2() {
            return cloth;
        }
    }

    record Harbour(int id, Boat boat) {}

    private static Deployment deployment;

    @BeforeAll
    static void start() {
        deployment = Deployment.replicaSet(1);
    }

    @AfterAll
    static void stop() {
        deployment.close();
    }

    private static MongoClient connect(PojoCodecProvider beans) {
        return MongoClient.connect(MongoClientSettings.builder().connectionString(deployment.connectionString())
                .codecRegistry(CodecRegistries.fromProviders(beans)).build());
    }

    @Test
    void anAutomaticProviderMapsBeansAndLeavesDocumentsAndRecordsAlone() {
        try (MongoClient client = connect(PojoCodecProvider.builder().automatic(true).build())) {
            MongoDatabase database = client.database("beans");
            Boat boat = new Boat();
            boat.setId(1);
            boat.setCrew(List.of("Ann"));
            database.collection("boats", Boat.class).insertOne(boat);
            assertThat(database.collection("boats", Boat.class).find().toList().getFirst().getCrew())
                    .containsExactly("Ann");
            database.collection("harbours", Harbour.class).insertOne(new Harbour(2, boat));
            assertThat(database.collection("harbours", Harbour.class).find().toList().getFirst().boat().getId())
                    .isEqualTo(1);
            assertThat(database.collection("harbours").find(new Document("_id", 2)).first())
                    .containsKeys("_id", "boat");
            assertThat(database.collection("boats", BsonDocument.class).find().first())
                    .containsEntry("_id", new BsonInt32(1));
        }
    }

    @Test
    void aRegisteredClassWithACreatorIsMapped() {
        try (MongoClient client = connect(PojoCodecProvider.builder().register(Sail.class).build())) {
            MongoCollection<Sail> sails = client.database("beans").collection("sails", Sail.class);
            sails.insertOne(new Sail(3, "Dacron"));
            assertThat(sails.find(new Document("_id", 3)).toList().getFirst().getCloth()).isEqualTo("Dacron");
        }
    }

    @Test
    void documentsAreReadAndWrittenAsJson() {
        try (MongoClient client = MongoClient.connect(deployment.connectionString())) {
            MongoCollection<JsonObject> texts = client.database("beans").collection("texts", JsonObject.class);
            texts.insertOne(new JsonObject("{\"_id\": 4, \"name\": \"Ida\"}"));
            assertThat(texts.find(new Document("_id", 4)).toList().getFirst().getJson())
                    .isEqualTo("{\"_id\": 4, \"name\": \"Ida\"}");
        }
    }

    @Test
    void aClassWithoutACodecIsRefusedInWords() {
        try (MongoClient client = MongoClient.connect(deployment.connectionString())) {
            MongoDatabase database = client.database("beans");
            assertThatThrownBy(() -> database.collection("boats", Boat.class))
                    .isInstanceOf(CodecConfigurationException.class)
                    .hasMessageContaining("There is no codec for dev.bowline.BeanMappingTest$Boat; ")
                    .hasMessageContaining("PojoCodecProvider");
            assertThatThrownBy(() -> database.collection("boats").insertOne(new Document("boat", new Boat())))
                    .isInstanceOf(CodecConfigurationException.class)
                    .hasMessageContaining("There is no codec for dev.bowline.BeanMappingTest$Boat; ");
        }
    }
}
