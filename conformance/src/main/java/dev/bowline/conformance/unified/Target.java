package dev.bowline.conformance.unified;

import dev.bowline.MongoClient;
import dev.bowline.conformance.SpecException;
import dev.bowline.conformance.format.DeploymentFacts;
import dev.bowline.conformance.format.Documents;
import dev.bowline.conformance.format.Version;
import dev.bowline.conformance.match.MismatchException;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.egress.error.MongoException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListSet;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;

/** A deployment that tests run on, with the runner's own client to it. */
final class Target implements AutoCloseable {
    private static final Set<String> OWN_DATABASES = Set.of("admin", "config", "local");

    private final String uri;
    private final String singleUri;
    private final DeploymentFacts facts;
    private final MongoClient client;
    private final Runnable onClose;
    private final Map<ServerAddress, MongoClient> direct = new ConcurrentHashMap<>();
    private final Set<String> databasesBefore;
    private final Set<String> databasesUsed = new ConcurrentSkipListSet<>();

    /** @param singleUri the same deployment through one router only; where it has no routers, the same */
    private Target(String uri, String singleUri, MongoClient client, DeploymentFacts facts, Runnable onClose) {
        this.uri = uri;
        this.singleUri = singleUri;
        this.client = client;
        this.facts = facts;
        this.onClose = onClose;
        this.databasesBefore = Set.copyOf(client.listDatabaseNames());
    }

    /**
     * Connects and learns what the deployment is.
     *
     * @throws SpecException if it cannot be reached
     */
    static Target connect(String uri, String singleUri, boolean auth, Runnable onClose) {
        MongoClient client = MongoClient.connect(uri);
        try {
            BsonDocument hello = command(client, "hello");
            BsonDocument build = command(client, "buildInfo");
            return new Target(uri, singleUri, client,
                    new DeploymentFacts(Version.parse(build.getString("version").getValue()), topology(uri, hello),
                            auth, mechanisms(client), parameters(client)),
                    onClose);
        } catch (MongoException e) {
            client.close();
            onClose.run();
            throw new SpecException("The deployment at " + ConnectionStrings.withoutCredentials(uri)
                    + " cannot be reached: " + e.getMessage(), e);
        }
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
        if (uri.contains("loadBalanced=true")) {
            return "load-balanced";
        }
        if ("isdbgrid".equals(Documents.string(hello, "msg"))) {
            return "sharded-replicaset";
        }
        return hello.containsKey("setName") ? "replicaset" : "single";
    }

    private static List<String> mechanisms(MongoClient client) {
        BsonValue mechanisms = parameters(client).get("authenticationMechanisms");
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

    DeploymentFacts facts() {
        return facts;
    }

    /** The runner's own client. */
    MongoClient client() {
        return client;
    }

    /** The connection string for a client entity. */
    String uriFor(BsonDocument entity) {
        Boolean several = Documents.bool(entity, "useMultipleMongoses");
        boolean hasRouters = facts.topology().startsWith("sharded") || facts.topology().equals("load-balanced");
        String base = hasRouters && Boolean.FALSE.equals(several) ? singleUri : uri;
        if (facts.topology().startsWith("sharded") && Boolean.TRUE.equals(several)
                && ConnectionStrings.hostCount(base) < 2) {
            throw new MismatchException("The test needs several routers, " + base + " has one");
        }
        return ConnectionStrings.withOptions(base, entity.getDocument("uriOptions", new BsonDocument()));
    }

    /** A client that talks to this one server whatever it is. */
    MongoClient directTo(ServerAddress address) {
        return direct.computeIfAbsent(address, server -> {
            int start = uri.indexOf("://") + 3;
            int at = uri.indexOf('@', start);
            String credentials = at < 0 ? "" : uri.substring(start, at + 1);
            return MongoClient.connect("mongodb://" + credentials + server + "/?directConnection=true");
        });
    }

    /** Notes that a test may have made this database. */
    void uses(String database) {
        databasesUsed.add(database);
    }

    /** Ends transactions that a failed test may have left open, so that they block nobody. */
    void killAllSessions() {
        try {
            client.database("admin").runCommand(new BsonDocument("killAllSessions", new org.bson.BsonArray()),
                    BsonDocument.class, options -> {});
        } catch (MongoException e) {
            // The server may not know the command, not allow it, or interrupt itself by it.
            return;
        }
    }

    @Override
    public void close() {
        try {
            for (String database : databasesUsed) {
                if (!databasesBefore.contains(database) && !OWN_DATABASES.contains(database)) {
                    client.database(database).drop();
                }
            }
        } catch (MongoException e) {
            throw new SpecException("The databases " + databasesUsed + " may be left behind: " + e.getMessage(), e);
        } finally {
            direct.values().forEach(MongoClient::close);
            client.close();
            onClose.run();
        }
    }

    @Override
    public String toString() {
        return facts.toString();
    }
}
