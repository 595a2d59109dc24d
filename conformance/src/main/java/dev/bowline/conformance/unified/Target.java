package dev.bowline.conformance.unified;

import dev.bowline.MongoClient;
import dev.bowline.MongoClientSettings;
import dev.bowline.conformance.CaseTime;
import dev.bowline.conformance.OmittedOptions;
import dev.bowline.conformance.SkippedException;
import dev.bowline.conformance.Skips;
import dev.bowline.conformance.SpecException;
import dev.bowline.conformance.format.DeploymentFacts;
import dev.bowline.conformance.format.Documents;
import dev.bowline.conformance.format.Requirement;
import dev.bowline.conformance.format.Version;
import dev.bowline.driver.description.ServerDescription;
import dev.bowline.egress.environment.Environment;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.error.MongoCommandException;
import dev.bowline.error.MongoException;
import dev.bowline.simulator.Deployment;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.function.Consumer;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonNull;
import org.bson.BsonNumber;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** A deployment that tests run on, with the runner's own client to it. */
final class Target implements AutoCloseable {
    /** Not authorized, no such command, and what a hosted service says to commands that it keeps to itself. */
    static final Set<Integer> FORBIDDEN = Set.of(13, 59, 8000);
    private static final Set<String> OWN_DATABASES = Set.of("admin", "config", "local");

    private final String uri;
    private final String singleUri;
    private final DeploymentFacts facts;
    private final MongoClient client;
    private final Backing backing;
    private final Environment environment;
    private final CaseTime time;
    private final Map<ServerAddress, MongoClient> direct = new ConcurrentHashMap<>();
    private final @Nullable Set<String> databasesBefore;
    private final BsonDocument singleParameters = new BsonDocument();
    private volatile boolean mayKillSessions = true;
    private final Set<String> databasesUsed = new ConcurrentSkipListSet<>();

    /** @param singleUri the same deployment through one router only; where it has no routers, the same */
    private Target(String uri, String singleUri, MongoClient client, DeploymentFacts facts, Backing backing,
            Environment environment) {
        this.uri = uri;
        this.singleUri = singleUri;
        this.client = client;
        this.facts = facts;
        this.backing = backing;
        this.environment = environment;
        this.time = new CaseTime(environment);
        this.databasesBefore = databases(client);
    }

    /**
     * Connects and learns what the deployment is.
     *
     * @throws SpecException if it cannot be reached
     */
    static Target connect(String uri, String singleUri, boolean auth, Backing backing, Environment environment) {
        MongoClient client = null;
        try {
            client = connect(uri, environment);
            BsonDocument hello = command(client, "hello");
            String topology = topology(uri, hello);
            if (topology.startsWith("sharded") && !uri.equals(singleUri)) {
                // One router prepares the data and looks at it: another might not have heard of a collection yet.
                client.close();
                client = connect(singleUri, environment);
            }
            BsonDocument build = command(client, "buildInfo");
            BsonDocument parameters = parameters(client);
            DeploymentFacts facts = new DeploymentFacts(Version.parse(build.getString("version").getValue()), topology,
                    auth, mechanisms(parameters), parameters);
            Target target = new Target(uri, singleUri, client, facts, backing, environment);
            target.killAllSessions();
            if (!backing.isSimulated()) {
                target.uses(WarmUp.DATABASE);
                WarmUp.once(client);
            }
            return target;
        } catch (MongoException | IllegalArgumentException e) {
            if (client != null) {
                client.close();
            }
            backing.close();
            throw new SpecException("The deployment at " + ConnectionStrings.withoutCredentials(uri)
                    + " cannot be reached: " + e.getMessage(), e);
        }
    }

    /** The databases that are there, or null if one may not ask: then none is dropped. */
    private static @Nullable Set<String> databases(MongoClient client) {
        try {
            return Set.copyOf(client.listDatabaseNames());
        } catch (MongoCommandException e) {
            return null;
        }
    }

    private static MongoClient connect(String uri, Environment environment) {
        return MongoClient.connect(MongoClientSettings.builder().connectionString(uri).environment(environment)
                .build());
    }

    private static BsonDocument command(MongoClient client, String name) {
        try {
            return client.database("admin").runCommand(new BsonDocument(name, new BsonInt32(1)), BsonDocument.class,
                    options -> {});
        } catch (MongoException e) {
            if (name.equals("hello") && e.code() == 59) {
                return command(client, "isMaster");
            }
            throw e;
        }
    }

    private static String topology(String uri, BsonDocument hello) {
        if (uri.toLowerCase(Locale.ROOT).contains("loadbalanced=true")) {
            return "load-balanced";
        }
        if ("isdbgrid".equals(Documents.string(hello, "msg"))) {
            return "sharded-replicaset";
        }
        return hello.containsKey("setName") ? "replicaset" : "single";
    }

    private static List<String> mechanisms(BsonDocument parameters) {
        BsonValue mechanisms = parameters.get("authenticationMechanisms");
        return mechanisms == null || !mechanisms.isArray()
                ? List.of()
                : mechanisms.asArray().stream().map(value -> value.asString().getValue()).toList();
    }

    private static BsonDocument parameters(MongoClient client) {
        try {
            return client.database("admin").runCommand(new BsonDocument("getParameter", new BsonString("*")),
                    BsonDocument.class, options -> {});
        } catch (MongoException e) {
            return new BsonDocument();
        }
    }

    /** Whether the deployment is of the runner's own making. */
    boolean isSimulated() {
        return backing.isSimulated();
    }

    /** What is behind the connection string. */
    interface Backing {
        boolean isSimulated();

        /** Features of real servers that clients used since the last call and that it lacks. */
        List<String> takeLacking();

        void close();

        /** A deployment that the user started. */
        static Backing foreign() {
            return new Backing() {
                @Override
                public boolean isSimulated() {
                    return false;
                }

                @Override
                public List<String> takeLacking() {
                    return List.of();
                }

                @Override
                public void close() {}
            };
        }

        static Backing of(Deployment deployment) {
            return new Backing() {
                @Override
                public boolean isSimulated() {
                    return true;
                }

                @Override
                public List<String> takeLacking() {
                    return deployment.takeLacking();
                }

                @Override
                public void close() {
                    deployment.close();
                }
            };
        }
    }

    /** Features that a simulated deployment was asked for since the last call, and lacks. */
    List<String> takeLacking() {
        return backing.takeLacking();
    }

    /** The environment of the clients. */
    Environment environment() {
        return environment;
    }

    /** The time in which the tests run. */
    CaseTime time() {
        return time;
    }

    DeploymentFacts facts() {
        return facts;
    }

    /** The runner's own client. */
    MongoClient client() {
        return client;
    }

    /** The connection string for a client entity. */
    String uriFor(BsonDocument entity, Skips skips) {
        OmittedOptions.check(entity.getDocument("uriOptions", new BsonDocument()).keySet(), skips);
        Boolean several = Documents.bool(entity, "useMultipleMongoses");
        boolean hasRouters = facts.topology().startsWith("sharded") || facts.topology().equals("load-balanced");
        String base = hasRouters && Boolean.FALSE.equals(several) ? singleUri : uri;
        if (facts.topology().startsWith("sharded") && Boolean.TRUE.equals(several)
                && ConnectionStrings.hosts(base).size() < 2) {
            throw new SkippedException(skips.reason("requirements"), "needs several routers, "
                    + ConnectionStrings.withoutCredentials(base) + " has one");
        }
        return ConnectionStrings.withOptions(base, entity.getDocument("uriOptions", new BsonDocument()));
    }

    /** The same without the user, for clients that have a credential of their own. */
    String anonymousUriFor(BsonDocument entity, Skips skips) {
        BsonDocument plain = entity.clone();
        BsonDocument options = entity.getDocument("uriOptions").clone();
        options.remove("authMechanism");
        options.remove("authMechanismProperties");
        plain.put("uriOptions", options);
        return ConnectionStrings.withoutCredentials(uriFor(plain, skips));
    }

    /** A client that talks to this one server whatever it is; to a load balancer, through it. */
    MongoClient directTo(ServerAddress address) {
        MongoClient known = direct.get(address);
        if (known != null) {
            return known;
        }
        MongoClient made = connect(facts.topology().equals("load-balanced")
                ? ConnectionStrings.withHosts(uri, address.toString())
                : ConnectionStrings.directTo(uri, address), environment);
        MongoClient other = direct.putIfAbsent(address, made);
        if (other != null) {
            made.close();
            return other;
        }
        return made;
    }

    /**
     * Whether fail points can be set. A server that does not let its parameters be read is given the benefit of the
     * doubt.
     */
    boolean hasTestCommands() {
        BsonValue enabled = facts.parameters().get("enableTestCommands");
        return facts.parameters().isEmpty() || (enabled instanceof BsonBoolean flag && flag.getValue())
                || (enabled instanceof BsonNumber number && number.doubleValue() != 0);
    }

    /** Notes that a test may have made this database. */
    void uses(String database) {
        if (!database.isEmpty()) {
            databasesUsed.add(database);
        }
    }

    /**
     * Ends transactions that a failed test may have left open, so that they block no other test. Hosted services forbid
     * it.
     */
    void killAllSessions() {
        if (mayKillSessions) {
            onEachRouter(each -> {
                try {
                    each.database("admin").runCommand(new BsonDocument("killAllSessions", new BsonArray()),
                            BsonDocument.class, options -> {});
                } catch (MongoCommandException e) {
                    mayKillSessions = !FORBIDDEN.contains(e.code());
                }
            });
        }
    }

    /** Takes back what a case that hangs may have set and left open, since it cannot do so itself. */
    void recover() {
        BsonDocument off = new BsonDocument("configureFailPoint", new BsonString("failCommand")).append("mode",
                new BsonString("off"));
        if (hasTestCommands()) {
            List<ServerAddress> servers = facts.topology().startsWith("sharded")
                    ? ConnectionStrings.hosts(uri)
                    : client.topology().servers().stream().map(ServerDescription::address).toList();
            for (ServerAddress server : servers) {
                attempt(each -> each.database("admin").runCommand(off, BsonDocument.class, options -> {}),
                        directTo(server));
            }
        }
        killAllSessions();
    }

    /** What the deployment is, with parameters that it returns only one at a time. */
    DeploymentFacts factsFor(List<Requirement> requirements) {
        BsonDocument known = facts.parameters().clone();
        for (Requirement requirement : requirements) {
            BsonDocument wanted = requirement.serverParameters();
            if (wanted != null && facts.parameters().isEmpty()) {
                wanted.keySet().forEach(this::askFor);
            }
        }
        known.putAll(singleParameters);
        return new DeploymentFacts(facts.version(), facts.topology(), facts.auth(), facts.authMechanisms(), known);
    }

    private void askFor(String parameter) {
        if (!singleParameters.containsKey(parameter)) {
            attempt(each -> {
                BsonDocument reply = each.database("admin").runCommand(
                        new BsonDocument("getParameter", new BsonInt32(1)).append(parameter, new BsonInt32(1)),
                        BsonDocument.class, options -> {});
                singleParameters.put(parameter, Objects.requireNonNullElse(reply.get(parameter), BsonNull.VALUE));
            }, client);
        }
    }

    /**
     * Lets every router run a {@code distinct} on a collection, because one within a transaction would fail on a shard
     * that has not heard of the database's version.
     */
    void prepareDistinct(String database, String collection) {
        if (facts.topology().startsWith("sharded")) {
            onEachRouter(each -> each.database(database).runCommand(new BsonDocument("distinct",
                    new BsonString(collection)).append("key", new BsonString("_id")), BsonDocument.class,
                    options -> {}));
        }
    }

    /**
     * Runs a command of the runner's own, whose failure is not a test's: it may not be known or allowed, or interrupt
     * itself.
     */
    private void onEachRouter(Consumer<MongoClient> command) {
        List<MongoClient> each = facts.topology().startsWith("sharded")
                ? ConnectionStrings.hosts(uri).stream().map(this::directTo).toList()
                : List.of(client);
        each.forEach(one -> attempt(command, one));
    }

    private static void attempt(Consumer<MongoClient> command, MongoClient client) {
        try {
            command.accept(client);
        } catch (MongoException e) {
            return;
        }
    }

    @Override
    public void close() {
        List<String> left = new ArrayList<>();
        try {
            // A simulated deployment ends with its case, and its databases with it.
            Set<String> before = backing.isSimulated() ? null : databasesBefore;
            for (String database : before == null ? Set.<String>of() : databasesUsed) {
                if (before != null && !before.contains(database) && !OWN_DATABASES.contains(database)) {
                    drop(database, left);
                }
            }
        } finally {
            direct.values().forEach(MongoClient::close);
            client.close();
            backing.close();
        }
        if (!left.isEmpty()) {
            throw new SpecException("These databases may be left behind: " + left);
        }
    }

    private void drop(String database, List<String> left) {
        try {
            client.database(database).drop();
        } catch (MongoException e) {
            left.add(database + " (" + e.getMessage() + ")");
        }
    }

    @Override
    public String toString() {
        return facts.toString();
    }
}
