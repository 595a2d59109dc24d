package dev.bowline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bowline.egress.event.CommandStartedEvent;
import dev.bowline.options.TimeoutMode;
import dev.bowline.simulator.Deployment;
import java.time.Duration;
import java.util.List;
import org.bson.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What there is, is asked of the primary, whatever the read preference. */
@Timeout(60)
class EnumerationTest {
    private static final CommandRecord COMMANDS = new CommandRecord();
    private static Deployment deployment;
    private static MongoClient client;

    @BeforeAll
    static void start() {
        deployment = Deployment.replicaSet(3);
        client = MongoClient.connect(MongoClientSettings.builder()
                .connectionString(deployment.connectionString() + "&readPreference=secondary")
                .addCommandListener(COMMANDS).build());
        MongoDatabase database = client.database("listed");
        database.collection("a").insertOne(new Document());
        database.collection("b").insertOne(new Document());
        database.collection("a").createIndex(new Document("x", 1));
    }

    @AfterAll
    static void stop() {
        client.close();
        deployment.close();
    }

    @BeforeEach
    void forget() {
        COMMANDS.clear();
    }

    @Test
    void databasesCollectionsAndIndexesAreListedByThePrimary() {
        MongoDatabase database = client.database("listed");
        database.collection("a").insertOne(new Document());
        assertThat(client.listDatabaseNames()).contains("listed");
        assertThat(database.listCollectionNames().toList()).containsExactlyInAnyOrder("a", "b");
        assertThat(database.collection("a").listIndexes().toList()).hasSize(2);
        assertThat(COMMANDS.names()).containsExactly("insert", "listDatabases", "listCollections", "listIndexes");
        assertThat(COMMANDS.started).extracting(CommandStartedEvent::address)
                .containsOnly(COMMANDS.started.get(0).address());
        assertThat(COMMANDS.commands()).noneMatch(command -> command.containsKey("$readPreference"));
    }

    /** Enumerating collections, "Getting Collection Names": nameOnly is applied before the filter. */
    @Test
    void namesCanBeFilteredByWhatIsNotPartOfThem() {
        MongoDatabase database = client.database("filtered");
        database.createCollection("capped", o -> o.capped(true).size(4096));
        database.createCollection("plain");
        assertThat(database.listCollectionNames(o -> o.filter(new Document("options.capped", true))).toList())
                .containsExactly("capped");
        assertThat(database.listCollectionNames(o -> o.filter(new Document("name", "plain"))).toList())
                .containsExactly("plain");
        assertThat(client.listDatabaseNames(o -> o.filter(new Document("sizeOnDisk", new Document("$gt", 0)))))
                .contains("filtered");
        assertThat(COMMANDS.commands().stream().filter(command -> command.containsKey("nameOnly"))
                .map(command -> command.getBoolean("nameOnly").getValue())).containsExactly(false, true, false);
    }

    @Test
    void theServerRepeatsTheCommentOfAListOfCollectionsByItself() {
        List<String> names = client.database("listed").listCollectionNames(o -> o.batchSize(1).comment("why"))
                .toList();
        assertThat(names).hasSize(2);
        assertThat(COMMANDS.names()).startsWith("listCollections", "getMore");
        assertThat(COMMANDS.commands().get(0)).containsKey("comment");
        assertThat(COMMANDS.commands().get(1)).doesNotContainKey("comment");
    }

    /** Client-side operations timeout, "Cursors": all that return cursors take the mode. */
    @Test
    void aTimeoutBoundsAListAsAWholeOrEachReply() {
        MongoDatabase database = client.database("listed");
        assertThatThrownBy(() -> database.listCollections(o -> o.timeoutMode(TimeoutMode.CURSOR_LIFETIME)).toList())
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> database.collection("a").indexes()
                .list(o -> o.timeoutMode(TimeoutMode.CURSOR_LIFETIME)).toList())
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(COMMANDS.names()).isEmpty();
        MongoDatabase bounded = database.withTimeout(Duration.ofSeconds(30));
        bounded.listCollections(o -> o.timeoutMode(TimeoutMode.ITERATION)).toList();
        bounded.collection("a").indexes().list(o -> o.timeoutMode(TimeoutMode.ITERATION)).toList();
        bounded.listCollections(o -> o.timeoutMode(TimeoutMode.CURSOR_LIFETIME)).toList();
        bounded.collection("a").indexes().list(o -> {}).toList();
        assertThat(COMMANDS.commands()).extracting(command -> command.containsKey("maxTimeMS"))
                .containsExactly(false, false, true, true);
    }

    @Test
    void oneIndexIsNeverTakenForAll() {
        MongoCollection<Document> indexed = client.database("listed").collection("b");
        indexed.createIndex(new Document("y", 1));
        assertThatThrownBy(() -> indexed.dropIndex("*")).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("dropAll");
        assertThat(indexed.listIndexes().toList()).hasSize(2);
        indexed.dropIndexes();
        assertThat(indexed.listIndexes().toList()).hasSize(1);
    }
}
