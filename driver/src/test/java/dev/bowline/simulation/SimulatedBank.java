package dev.bowline.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bowline.ClientSession;
import dev.bowline.MongoClient;
import dev.bowline.MongoClientSettings;
import dev.bowline.MongoCollection;
import dev.bowline.MongoDatabase;
import dev.bowline.bulk.WriteModel;
import dev.bowline.concern.ReadConcern;
import dev.bowline.concern.ReadPreference;
import dev.bowline.concern.WriteConcern;
import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.environment.Environment;
import dev.bowline.error.MongoBulkWriteException;
import dev.bowline.error.MongoException;
import dev.bowline.error.MongoInterruptedException;
import dev.bowline.error.MongoServerException;
import dev.bowline.model.Filters;
import dev.bowline.model.Updates;
import dev.bowline.options.ReturnDocument;
import dev.bowline.simulator.Deployment;
import dev.bowline.simulator.Member;
import dev.bowline.simulator.time.Simulation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.bson.Document;
import org.bson.conversions.Bson;

/**
 * Clients that keep books on a three-member set while it is killed, stepped down, frozen, cut apart, delayed and
 * garbled, all in virtual time from one seed. Counters show writes that were lost or applied twice, transfers between
 * accounts show transactions that were torn, and reads of one's own writes from secondaries show lost causality.
 */
final class SimulatedBank {
    /** What a run showed. */
    record Outcome(String fingerprint, TreeMap<String, Integer> deeds, Duration virtualTime) {}

    private static final int ACCOUNTS = 6;
    private static final Duration TIMEOUT = Duration.ofSeconds(40);
    private static final Duration GRACE = Duration.ofSeconds(1);
    private static final Bson ONE_MORE = Updates.inc("n", 1);

    /** The writes that one client knows of, and those whose outcome it does not know. */
    private static final class Book {
        long sure;
        long unsure;
    }

    private final Simulation simulation;
    private final int clients;
    private final int deedsPerClient;
    private final List<Book> books = new ArrayList<>();
    private final TreeMap<String, Integer> deeds = new TreeMap<>();
    private final List<Throwable> impossible = new ArrayList<>();
    private int finished;

    private SimulatedBank(long seed, int clients, int deedsPerClient) {
        this.simulation = new Simulation(seed);
        this.clients = clients;
        this.deedsPerClient = deedsPerClient;
    }

    static Outcome play(long seed, int clients, int deedsPerClient) {
        SimulatedBank bank = new SimulatedBank(seed, clients, deedsPerClient);
        try {
            bank.simulation.run(bank::main);
        } catch (Throwable e) {
            throw new AssertionError("Seed " + seed + "; replay with: mvn -pl driver -am test -Dtest=BankTest"
                    + " -Dsurefire.failIfNoSpecifiedTests=false -Dbowline.seed=" + seed, e);
        }
        return new Outcome(bank.simulation.history().fingerprint(), bank.deeds,
                Duration.ofNanos(bank.simulation.elapsedNanos()));
    }

    private void main() {
        Environment servers = simulation.environmentOf("deployment");
        Thread main = Thread.currentThread();
        try (Deployment deployment = Deployment.builder().replicaSet(3).environment(servers)
                .network(simulation.network()).start()) {
            deployment.awaitPrimary(Duration.ofMinutes(2));
            open(deployment, servers);
            for (int i = 0; i < clients; i++) {
                int number = i;
                books.add(new Book());
                Environment environment = simulation.environmentOf("client-" + i);
                environment.start("application-" + i, () -> {
                    try {
                        work(number, environment, deployment.connectionString());
                    } catch (Throwable e) {
                        impossible.add(e);
                    }
                    finished++;
                    servers.unpark(main);
                });
            }
            RandomGenerator random = servers.random();
            while (finished < clients) {
                pause(servers, random.nextInt(100, 2000));
                if (finished < clients) {
                    harm(deployment, servers, random);
                }
            }
            account(deployment, servers);
        }
    }

    private void pause(Environment environment, long millis) {
        Deadline pause = Deadline.after(environment, Duration.ofMillis(millis));
        while (!pause.isExpired(environment) && finished < clients) {
            environment.park(pause);
        }
    }

    // ---- what happens to the deployment

    private void harm(Deployment deployment, Environment servers, RandomGenerator random) {
        Member victim = random.nextInt(3) > 0
                ? deployment.awaitPrimary(Duration.ofMinutes(2))
                : deployment.member(random.nextInt(3));
        int millis = random.nextInt(100, 12_000);
        switch (random.nextInt(9)) {
            case 0 -> {
                deployment.kill(victim);
                pause(servers, millis);
                deployment.restart(victim);
            }
            case 1 -> deployment.stepDown(deployment.awaitPrimary(Duration.ofMinutes(2)));
            case 2 -> {
                deployment.freeze(victim);
                pause(servers, millis);
                deployment.thaw(victim);
            }
            case 3 -> {
                deployment.isolate(victim);
                pause(servers, millis);
                deployment.heal();
            }
            case 4 -> {
                deployment.partitionFromClients(victim);
                pause(servers, millis);
                deployment.healFromClients(victim);
            }
            case 5 -> {
                deployment.dropReplies(victim, true);
                pause(servers, millis);
                deployment.clearFaults();
            }
            case 6 -> {
                deployment.lag(victim, Duration.ofMillis(millis / 10));
                deployment.delayReplies(victim, Duration.ofMillis(millis / 100));
                pause(servers, millis);
                deployment.lag(victim, Duration.ZERO);
                deployment.clearFaults();
            }
            case 7 -> deployment.corruptReplies(victim, 3);
            default -> deployment.closeConnections(victim);
        }
    }

    // ---- what clients do

    private MongoClient connect(Environment environment, String connectionString) {
        return MongoClient.connect(MongoClientSettings.builder().connectionString(connectionString)
                .heartbeatFrequency(Duration.ofSeconds(2)).connectTimeout(Duration.ofSeconds(2)).timeout(TIMEOUT)
                .writeConcern(WriteConcern.MAJORITY).readConcern(ReadConcern.MAJORITY).environment(environment)
                .build());
    }

    private void open(Deployment deployment, Environment environment) {
        try (MongoClient client = connect(environment, deployment.connectionString())) {
            MongoDatabase bank = client.database("bank");
            for (int i = 0; i < clients; i++) {
                bank.collection("counters").insertOne(new Document("_id", i).append("n", 0));
            }
            for (int i = 0; i < ACCOUNTS; i++) {
                bank.collection("accounts").insertOne(new Document("_id", i).append("n", 100));
            }
        }
    }

    private void work(int number, Environment environment, String connectionString) {
        RandomGenerator random = environment.random();
        Book book = books.get(number);
        try (MongoClient client = connect(environment, connectionString)) {
            MongoDatabase bank = client.database("bank");
            MongoCollection<Document> counters = bank.collection("counters");
            Bson mine = Filters.eq("_id", number);
            for (int i = 0; i < deedsPerClient; i++) {
                pause(environment, random.nextInt(1000));
                switch (random.nextInt(6)) {
                    case 0 -> write("update", environment, book, 1, () -> counters.updateOne(mine, ONE_MORE));
                    case 1 -> write("findAndModify", environment, book, 1, () -> counters.findOneAndUpdate(mine,
                            ONE_MORE, o -> o.returnDocument(ReturnDocument.AFTER)));
                    case 2 -> write("bulk", environment, book, 3, () -> counters.bulkWrite(List.of(
                            WriteModel.updateOne(mine, ONE_MORE), WriteModel.updateOne(mine, ONE_MORE),
                            WriteModel.updateOne(mine, ONE_MORE))));
                    case 3 -> attempt("transfer", environment, () -> transfer(client, bank, random));
                    case 4 -> attempt("audit", environment, () -> audit(client, bank));
                    default -> attempt("causal read", environment, () -> readOwnWrite(client, counters, mine, book));
                }
            }
        }
    }

    /**
     * An increment of the client's own counter. An error leaves it unknown whether it was applied, in whole or part.
     */
    private void write(String deed, Environment environment, Book book, int increments, Runnable write) {
        if (attempt(deed, environment, write)) {
            book.sure += increments;
        } else {
            book.unsure += increments;
        }
    }

    private boolean attempt(String deed, Environment environment, Runnable call) {
        long start = environment.nanoTime();
        boolean good = false;
        try {
            call.run();
            good = true;
        } catch (MongoInterruptedException e) {
            impossible.add(e);
        } catch (MongoServerException e) {
            // With a timeout this long the client retries whatever the faults above can do to a write.
            if (!tolerated(e)) {
                impossible.add(e);
            }
        } catch (MongoException e) {
            // Too much at once: no server, or no answer, within the timeout.
        }
        // A causal read is two operations; aborting a transaction that ran out of time has a timeout of its own.
        Duration limit = Set.of("transfer", "audit", "causal read").contains(deed)
                ? TIMEOUT.multipliedBy(2)
                : TIMEOUT;
        assertThat(Duration.ofNanos(environment.nanoTime() - start)).as(deed).isLessThan(limit.plus(GRACE));
        deeds.merge(deed + (good ? "" : " failed"), 1, Integer::sum);
        return good;
    }

    /** A write that reached a member which then lost its office may be reported without confirmation of a majority. */
    private static boolean tolerated(MongoServerException e) {
        if (e instanceof MongoBulkWriteException && e.getCause() instanceof MongoException cause) {
            return !(cause instanceof MongoServerException server) || tolerated(server);
        }
        return e.hasErrorLabel("RetryableWriteError") || e.hasErrorLabel("TransientTransactionError")
                || e.hasErrorLabel("UnknownTransactionCommitResult") || e.code() == 50;
    }

    private static void transfer(MongoClient client, MongoDatabase bank, RandomGenerator random) {
        int from = random.nextInt(ACCOUNTS);
        int to = (from + random.nextInt(1, ACCOUNTS)) % ACCOUNTS;
        try (ClientSession session = client.startSession()) {
            MongoCollection<Document> accounts = bank.collection("accounts").with(session);
            session.withTransaction(() -> {
                accounts.updateOne(Filters.eq("_id", from), Updates.inc("n", -1));
                return accounts.updateOne(Filters.eq("_id", to), ONE_MORE);
            });
        }
    }

    private void audit(MongoClient client, MongoDatabase bank) {
        try (ClientSession session = client.startSession()) {
            MongoCollection<Document> accounts = bank.collection("accounts").with(session);
            // One document a batch, so that a transaction that others interfere with would show.
            List<Document> all = session.withTransaction(() -> accounts.find(Filters.empty(), o -> o.batchSize(2))
                    .toList(), o -> o.readConcern(ReadConcern.SNAPSHOT));
            check(all);
        }
    }

    private void check(List<Document> accounts) {
        int sum = accounts.stream().mapToInt(account -> account.getInteger("n")).sum();
        if (accounts.size() != ACCOUNTS || sum != 100 * ACCOUNTS) {
            impossible.add(new AssertionError("Torn: " + accounts));
        }
    }

    private void readOwnWrite(MongoClient client, MongoCollection<Document> counters, Bson mine, Book book) {
        try (ClientSession session = client.startSession()) {
            MongoCollection<Document> causal = counters.with(session);
            book.unsure++;
            Document written = causal.findOneAndUpdate(mine, ONE_MORE, o -> o.returnDocument(ReturnDocument.AFTER));
            book.unsure--;
            book.sure++;
            Document read = causal.with(ReadPreference.secondaryPreferred()).find(mine).first();
            if (written == null || read == null || read.getInteger("n") < written.getInteger("n")) {
                impossible.add(new AssertionError("Read " + read + " after " + written));
            }
        }
    }

    // ---- the account

    private void account(Deployment deployment, Environment servers) {
        deployment.heal();
        deployment.clearFaults();
        for (Member member : deployment.members()) {
            deployment.healFromClients(member);
        }
        deployment.awaitPrimary(Duration.ofMinutes(2));
        try (MongoClient client = connect(servers, deployment.connectionString())) {
            MongoDatabase bank = client.database("bank");
            for (int i = 0; i < clients; i++) {
                Document counter = bank.collection("counters").find(Filters.eq("_id", i)).first();
                Book book = books.get(i);
                assertThat(counter).isNotNull();
                assertThat(counter.getInteger("n").longValue()).as("increments of client %d, %d unsure", i, book.unsure)
                        .isBetween(book.sure, book.sure + book.unsure);
            }
            check(bank.collection("accounts").find().toList());
        }
        if (!impossible.isEmpty()) {
            AssertionError error = new AssertionError(impossible.size() + " things that cannot be");
            impossible.stream().limit(5).forEach(error::addSuppressed);
            throw error;
        }
    }
}
