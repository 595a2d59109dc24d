package dev.bowline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bowline.PublicMethods.Row;
import dev.bowline.bulk.ClientNamespacedWriteModel;
import dev.bowline.concern.ReadConcern;
import dev.bowline.concern.ReadPreference;
import dev.bowline.concern.WriteConcern;
import dev.bowline.error.MongoClientException;
import dev.bowline.error.MongoCommandException;
import dev.bowline.error.MongoWriteConcernException;
import dev.bowline.gridfs.GridFsBucket;
import dev.bowline.simulator.Deployment;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.bson.Document;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Which read concern, write concern and read preference every public method sends, wherever they are set. What each
 * command takes is in the table of {@link PublicMethods}, by the specifications of read and write concern, of server
 * selection and of transactions.
 */
@Timeout(60)
class ConcernInheritanceTest {
    private static final Concerns NONE = new Concerns(ReadConcern.DEFAULT, WriteConcern.DEFAULT,
            ReadPreference.primary());
    private static final Concerns ONE = new Concerns(ReadConcern.LOCAL, WriteConcern.W1,
            ReadPreference.secondaryPreferred());
    private static final Concerns OTHER = new Concerns(ReadConcern.MAJORITY, WriteConcern.MAJORITY.withJournal(true),
            ReadPreference.nearest());

    private static final CommandRecord COMMANDS = new CommandRecord();
    private static Deployment deployment;
    private static MongoClient quiet;
    private static MongoClient plain;
    private static MongoClient set;

    /** What is set in one place. */
    record Concerns(ReadConcern read, WriteConcern write, ReadPreference preference) {
        MongoClient on(MongoClient client) {
            return client.with(read).with(write).with(preference);
        }

        MongoDatabase on(MongoDatabase database) {
            return database.with(read).with(write).with(preference);
        }

        MongoCollection<Document> on(MongoCollection<Document> collection) {
            return collection.with(read).with(write).with(preference);
        }

        GridFsBucket on(GridFsBucket bucket) {
            return bucket.with(read).with(write).with(preference);
        }
    }

    /** Where something is set, and what must come of it. */
    enum Situation {
        NOTHING_IS_SET(false, null, null, null, NONE),
        ON_THE_CLIENT(true, null, null, null, ONE),
        ON_A_VIEW_OF_THE_CLIENT(false, OTHER, null, null, OTHER),
        ON_THE_DATABASE(false, null, OTHER, null, OTHER),
        ON_THE_COLLECTION(false, null, null, OTHER, OTHER),
        ON_THE_DATABASE_OVER_THE_CLIENT(true, null, OTHER, null, OTHER),
        ON_THE_COLLECTION_OVER_THE_CLIENT(true, null, null, OTHER, OTHER),
        ON_THE_COLLECTION_OVER_THE_DATABASE(false, null, ONE, OTHER, OTHER),
        TAKEN_BACK_ON_THE_COLLECTION(true, null, null, NONE, NONE);

        final boolean settings;
        final @Nullable Concerns client;
        final @Nullable Concerns database;
        final @Nullable Concerns collection;
        final Concerns expected;

        Situation(boolean settings, @Nullable Concerns client, @Nullable Concerns database,
                @Nullable Concerns collection, Concerns expected) {
            this.settings = settings;
            this.client = client;
            this.database = database;
            this.collection = collection;
            this.expected = expected;
        }

        /** What this row's method is called on; the innermost view there is counts as the collection. */
        Object target(Row row) {
            MongoClient client = settings ? set : plain;
            boolean isClient = row.owner() == MongoClient.class;
            boolean isDatabase = row.owner() == MongoDatabase.class;
            for (Concerns concerns : isClient
                    ? new Concerns[]{this.client, database, collection}
                    : new Concerns[]{this.client}) {
                client = concerns == null ? client : concerns.on(client);
            }
            if (isClient) {
                return client;
            }
            MongoDatabase inherited = client.database(PublicMethods.DATABASE);
            for (Concerns concerns : isDatabase ? new Concerns[]{database, collection} : new Concerns[]{database}) {
                inherited = concerns == null ? inherited : concerns.on(inherited);
            }
            if (isDatabase) {
                return inherited;
            }
            if (row.owner() == GridFsBucket.class) {
                GridFsBucket bucket = GridFsBucket.of(inherited);
                return collection == null ? bucket : collection.on(bucket);
            }
            MongoCollection<Document> things = inherited.collection(PublicMethods.COLLECTION);
            things = collection == null ? things : collection.on(things);
            return row.owner() == MongoIndexes.class
                    ? things.indexes()
                    : row.owner() == MongoSearchIndexes.class ? things.searchIndexes() : things;
        }
    }

    @BeforeAll
    static void start() {
        deployment = Deployment.builder().replicaSet(1).wireVersion(25).start();
        quiet = connect(deployment, "", settings -> {});
        plain = connect(deployment, "", settings -> settings.addCommandListener(COMMANDS));
        set = connect(deployment, "&readConcernLevel=local&w=1&readPreference=secondaryPreferred",
                settings -> settings.addCommandListener(COMMANDS));
    }

    private static MongoClient connect(Deployment to, String options, Consumer<MongoClientSettingsBuilder> more) {
        MongoClientSettingsBuilder settings = MongoClientSettings.builder()
                .connectionString(to.connectionString() + options);
        more.accept(settings);
        return MongoClient.connect(settings.build());
    }

    @AfterAll
    static void stop() {
        set.close();
        plain.close();
        quiet.close();
        deployment.close();
    }

    @BeforeEach
    void forget() {
        COMMANDS.clear();
    }

    @Test
    void noPublicMethodIsLeftOut() {
        assertThat(PublicMethods.unexplained()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void everyMethodSendsWhatItInheritsAndNothingElse(Situation situation) {
        List<String> wrong = new ArrayList<>();
        for (Row row : PublicMethods.rows()) {
            Concerns expected = situation.expected;
            List<BsonDocument> sent = run(row, situation.target(row));
            compare(row, sent, wrong, (takes, command, complaint) -> {
                is(command, "readConcern", takes.contains("r") ? document(expected.read()) : null, complaint);
                is(command, "writeConcern", takes.contains("w") ? document(expected.write()) : null, complaint);
                is(command, "$readPreference", takes.contains("p") ? document(expected.preference()) : null,
                        complaint);
            });
        }
        assertThat(wrong).isEmpty();
    }

    @Test
    void unacknowledgedWritesHaveNoSessionAndEverythingElseIsAnswered() {
        List<String> wrong = new ArrayList<>();
        Concerns careless = new Concerns(ReadConcern.DEFAULT, WriteConcern.UNACKNOWLEDGED, ReadPreference.primary());
        Set<String> unanswered = Set.of("insert", "update", "delete", "findAndModify", "bulkWrite");
        for (Row row : PublicMethods.rows()) {
            if (row.name().startsWith("MongoClient.bulkWrite")) {
                // Ordered by default, and an ordered one must be acknowledged: ClientBulkWriteTest has the unordered
                // one.
                continue;
            }
            // On the connection of the write before: it has had its effect when this is answered.
            plain.database(PublicMethods.DATABASE).runCommand(new Document("ping", 1));
            Object target = switch (row.owner().getSimpleName()) {
                case "MongoClient" -> careless.on(plain);
                case "MongoDatabase" -> careless.on(plain.database(PublicMethods.DATABASE));
                case "GridFsBucket" -> careless.on(GridFsBucket.of(plain.database(PublicMethods.DATABASE)));
                case "MongoIndexes" -> careless.on(things()).indexes();
                case "MongoSearchIndexes" -> careless.on(things()).searchIndexes();
                default -> careless.on(things());
            };
            compare(row, run(row, target), wrong, (takes, command, complaint) -> {
                is(command, "writeConcern", takes.contains("w") ? BsonDocument.parse("{w: 0}") : null, complaint);
                boolean answered = !unanswered.contains(command.getFirstKey());
                complaint.check(command.containsKey("lsid") == answered, "lsid");
                complaint.check(!command.containsKey("txnNumber"), "txnNumber");
            });
        }
        assertThat(wrong).isEmpty();
    }

    @Test
    void inATransactionOnlyTheFirstCommandHasAReadConcernAndThatIsTheTransactions() {
        List<String> wrong = new ArrayList<>();
        for (Row row : PublicMethods.rows()) {
            try (ClientSession session = plain.startSession()) {
                session.startTransaction(o -> o.readConcern(ReadConcern.SNAPSHOT).writeConcern(WriteConcern.W2));
                Object target = switch (row.owner().getSimpleName()) {
                    case "MongoClient" -> OTHER.on(plain).with(session);
                    case "MongoDatabase" -> OTHER.on(plain.database(PublicMethods.DATABASE)).with(session);
                    case "GridFsBucket" ->
                        OTHER.on(GridFsBucket.of(plain.database(PublicMethods.DATABASE))).with(session);
                    case "MongoIndexes" -> OTHER.on(things()).with(session).indexes();
                    case "MongoSearchIndexes" -> OTHER.on(things()).with(session).searchIndexes();
                    default -> OTHER.on(things()).with(session);
                };
                List<BsonDocument> sent = run(row, target);
                if (sent.isEmpty()) {
                    wrong.add(row + " sent nothing");
                }
                for (BsonDocument command : sent) {
                    boolean first = command == sent.get(0);
                    Complaint complaint = new Complaint(row + " " + command.getFirstKey(), wrong);
                    is(command, "readConcern", first ? document(ReadConcern.SNAPSHOT) : null, complaint);
                    is(command, "writeConcern", null, complaint);
                    is(command, "$readPreference", null, complaint);
                    complaint.check(command.containsKey("startTransaction") == first, "startTransaction");
                    complaint.check(command.containsKey("autocommit"), "autocommit");
                }
                COMMANDS.clear();
                session.abortTransaction();
                is(COMMANDS.commands().get(0), "writeConcern", document(WriteConcern.W2),
                        new Complaint(row + " abortTransaction", wrong));
            }
        }
        assertThat(wrong).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {level: 'local'}    | {w: 1}              | -    | -
            {level: 'majority'} | {w: 'majority'}     | set  | -
            {level: 'snapshot'} | {w: 2}              | -    | set
            {level: 'snapshot'} | {w: 2}              | set  | set
            """)
    void aTransactionInheritsFromItsSessionAndThenFromTheClient(String read, String write, String onSession,
            String onTransaction) {
        boolean session = onSession.equals("set");
        boolean transaction = onTransaction.equals("set");
        // The client prefers secondaries, which no transaction may read from.
        try (ClientSession started = set.startSession(o -> o.defaultTransaction(t -> {
            t.readPreference(ReadPreference.primary());
            if (session) {
                t.readConcern(ReadConcern.MAJORITY).writeConcern(WriteConcern.MAJORITY);
            }
        }))) {
            for (boolean commits : new boolean[]{true, false}) {
                COMMANDS.clear();
                started.startTransaction(t -> {
                    if (transaction) {
                        t.readConcern(ReadConcern.SNAPSHOT).writeConcern(WriteConcern.W2);
                    }
                });
                things(set).with(started).find(new Document("_id", 1)).first();
                things(set).with(started).find(new Document("_id", 1)).first();
                if (commits) {
                    // Two members do not exist, which the server says in its reply.
                    runQuietly(started::commitTransaction);
                } else {
                    started.abortTransaction();
                }
                BsonDocument concern = new BsonDocument();
                COMMANDS.commands().get(0).getDocument("readConcern").forEach((key, value) -> {
                    if (!key.equals("afterClusterTime")) {
                        concern.put(key, value);
                    }
                });
                assertThat(concern).isEqualTo(BsonDocument.parse(read));
                assertThat(COMMANDS.commands().get(1)).doesNotContainKeys("readConcern", "writeConcern");
                assertThat(COMMANDS.commands().get(2).get("writeConcern")).isEqualTo(BsonDocument.parse(write));
                assertThat(COMMANDS.commands().get(2)).doesNotContainKeys("readConcern", "$readPreference");
            }
        }
    }

    @Test
    void whatTheClientHasMayMakeATransactionImpossible() {
        try (ClientSession session = set.startSession()) {
            session.startTransaction();
            things(set).with(session).insertOne(new Document());
            assertThatThrownBy(() -> things(set).with(session).find().first())
                    .isInstanceOf(MongoClientException.class).hasMessageContaining("must be primary");
            session.abortTransaction();
        }
        try (ClientSession session = plain.with(WriteConcern.UNACKNOWLEDGED).startSession()) {
            assertThatThrownBy(session::startTransaction).isInstanceOf(MongoClientException.class)
                    .hasMessageContaining("unacknowledged");
        }
    }

    @Test
    void whatAnOperationSaysIsStrongerThanWhatItInherits() {
        List<ClientNamespacedWriteModel> models = List
                .of(ClientNamespacedWriteModel.deleteOne("inherited.things", new Document("_id", "none")));
        set.bulkWrite(models, o -> o.writeConcern(WriteConcern.MAJORITY));
        set.bulkWrite(models, o -> o.writeConcern(WriteConcern.DEFAULT));
        set.database("inherited").runCommand(new Document("ping", 1), o -> o.readPreference(ReadPreference.nearest()));
        set.database("inherited").runCommand(
                Document.parse("{find: 'things', readConcern: {level: 'available'}}"));
        assertThat(COMMANDS.commands().get(0).get("writeConcern")).isEqualTo(document(WriteConcern.MAJORITY));
        assertThat(COMMANDS.commands().get(1)).doesNotContainKey("writeConcern");
        assertThat(COMMANDS.commands().get(2).get("$readPreference")).isEqualTo(document(ReadPreference.nearest()));
        assertThat(COMMANDS.commands().get(3).get("readConcern")).isEqualTo(document(ReadConcern.AVAILABLE));
        try (ClientSession session = plain.startSession()) {
            session.startTransaction();
            assertThatThrownBy(() -> plain.with(session).bulkWrite(models, o -> o.writeConcern(WriteConcern.W1)))
                    .isInstanceOf(MongoClientException.class).hasMessageContaining("Cannot set write concern");
            assertThatThrownBy(() -> plain.database("inherited").with(session).runCommand(new Document("ping", 1),
                    o -> o.readPreference(ReadPreference.nearest()))).isInstanceOf(MongoClientException.class);
        }
    }

    @Test
    void aSessionAddsATimeToTheReadConcernAndRefusesUnacknowledgedWrites() {
        try (ClientSession session = plain.startSession()) {
            MongoCollection<Document> things = things().with(session);
            things.insertOne(new Document());
            things.find().first();
            things.with(ReadConcern.MAJORITY).countDocuments();
            things.listIndexes().toList();
            // Atlas refuses any read concern with it, be it only a time.
            assertThatThrownBy(() -> things.searchIndexes().list().toList())
                    .isInstanceOf(MongoCommandException.class);
            List<BsonDocument> sent = COMMANDS.commands();
            assertThat(sent.get(0)).doesNotContainKey("readConcern");
            assertThat(sent.get(1).getDocument("readConcern").keySet()).containsExactly("afterClusterTime");
            assertThat(sent.get(2).getDocument("readConcern").keySet()).containsExactly("level", "afterClusterTime");
            assertThat(sent.get(3)).doesNotContainKey("readConcern");
            assertThat(sent.get(4)).containsKeys("aggregate", "lsid").doesNotContainKey("readConcern");
            assertThatThrownBy(() -> things.with(WriteConcern.UNACKNOWLEDGED).insertOne(new Document()))
                    .isInstanceOf(MongoClientException.class);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "-", textBlock = """
            standalone | 25 |                        | primary | -                | -
            standalone | 25 |                        | nearest | -                | -
            replicaSet | 25 |                        | primary | -                | -
            replicaSet | 25 |                        | nearest | nearest          | nearest
            replicaSet | 9  |                        | nearest | nearest          | -
            replicaSet | 25 | directConnection=true  | primary | primaryPreferred | primaryPreferred
            replicaSet | 25 | directConnection=true  | nearest | nearest          | nearest
            sharded    | 25 |                        | primary | -                | -
            sharded    | 25 |                        | nearest | nearest          | nearest
            balanced   | 25 |                        | nearest | nearest          | nearest
            """)
    void theReadPreferenceIsSentWhereAServerHasToKnowIt(String kind, int wireVersion, @Nullable String option,
            String mode, @Nullable String reading, @Nullable String writing) {
        try (Deployment other = switch (kind) {
            case "standalone" -> Deployment.builder().standalone().wireVersion(wireVersion).start();
            case "sharded" -> Deployment.builder().sharded(1).wireVersion(wireVersion).start();
            case "balanced" -> Deployment.builder().loadBalanced(1).wireVersion(wireVersion).start();
            default -> Deployment.builder().replicaSet(1).wireVersion(wireVersion).start();
        };
                MongoClient client = MongoClient.connect(MongoClientSettings.builder()
                        .connectionString(option == null
                                ? other.connectionString()
                                : "mongodb://" + other.member(0).address() + "/?" + option)
                        .addCommandListener(COMMANDS).build())) {
            MongoCollection<Document> things = things(client).with(mode.equals("nearest")
                    ? ReadPreference.nearest()
                    : ReadPreference.primary());
            things.find().toList();
            things.aggregate(List.of(new Document("$out", "others"))).toList();
            assertThat(Stream.of(0, 1).map(i -> COMMANDS.commands().get(i).get("$readPreference"))
                    .map(sent -> sent == null ? null : sent.asDocument().getString("mode").getValue()))
                    .containsExactly(reading, writing);
        }
    }

    // Running and comparing -------------------------------------------------------------------------------------------

    private static MongoCollection<Document> things() {
        return things(plain);
    }

    private static MongoCollection<Document> things(MongoClient client) {
        return client.database(PublicMethods.DATABASE).collection(PublicMethods.COLLECTION);
    }

    private static List<BsonDocument> run(Row row, Object target) {
        PublicMethods.prepare(quiet);
        COMMANDS.clear();
        row.call(target);
        return COMMANDS.commands().stream().filter(command -> !command.containsKey("killCursors")).toList();
    }

    private static void runQuietly(Runnable action) {
        try {
            action.run();
        } catch (MongoWriteConcernException e) {
            assertThat(e.getMessage()).isNotEmpty();
        }
    }

    private interface Comparison {
        void of(String takes, BsonDocument command, Complaint complaint);
    }

    private record Complaint(String about, List<String> into) {
        void check(boolean right, String what) {
            if (!right) {
                into.add(about + ": " + what);
            }
        }
    }

    private static void compare(Row row, List<BsonDocument> sent, List<String> wrong, Comparison comparison) {
        List<String> names = sent.stream().map(BsonDocument::getFirstKey).toList();
        if (!names.equals(row.commands())) {
            wrong.add(row + " sent " + names + " and not " + row.commands());
            return;
        }
        for (int i = 0; i < sent.size(); i++) {
            comparison.of(row.takes().get(i), sent.get(i), new Complaint(row + " " + names.get(i), wrong));
        }
    }

    private static void is(BsonDocument command, String field, @Nullable BsonDocument expected, Complaint complaint) {
        BsonValue actual = command.get(field);
        complaint.check(expected == null ? actual == null : expected.equals(actual),
                field + " is " + actual + " and not " + expected);
    }

    private static @Nullable BsonDocument document(ReadConcern concern) {
        return concern.isServerDefault() ? null : concern.toDocument();
    }

    private static @Nullable BsonDocument document(WriteConcern concern) {
        return concern.isServerDefault() ? null : concern.toDocument();
    }

    private static @Nullable BsonDocument document(ReadPreference preference) {
        return preference.isPrimary() ? null : preference.toDocument();
    }
}
