package dev.bowline.conformance.unit;

import dev.bowline.MongoClientSettings;
import dev.bowline.conformance.SpecCase;
import dev.bowline.conformance.SpecFile;
import dev.bowline.conformance.SpecFormat;
import dev.bowline.conformance.format.Documents;
import dev.bowline.conformance.match.MismatchException;
import dev.bowline.driver.description.ServerDescription;
import dev.bowline.driver.topology.TopologySettings;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.error.MongoConfigurationException;
import dev.bowline.settings.MongoCredential;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonNumber;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * Seed lists from DNS, against the records that the specification describes. The servers behind them are those that it
 * describes too, played from a script: three of a set on one machine, or routers, each called by the name under which
 * it was found.
 */
public final class SeedListFormat implements SpecFormat {
    private static final Set<String> KEYS = Set.of("uri", "hosts", "seeds", "options", "ping", "comment", "error",
            "numSeeds", "numHosts", "parsed_options");

    private static final BsonDocument ROUTER = BsonDocument
            .parse("{ok: 1, helloOk: true, isWritablePrimary: true, msg: 'isdbgrid', minWireVersion: 0, "
                    + "maxWireVersion: 21}");

    @Override
    public boolean reads(SpecFile file) {
        return file.has("uri") && !file.has("phases");
    }

    @Override
    public List<SpecCase> cases(SpecFile file) {
        return List.of(new SpecCase(file.suite(), file.path(), "resolves", () -> check(file)));
    }

    private static void check(SpecFile file) {
        BsonDocument test = file.contents();
        Check.knownKeys(test, KEYS, "the file");
        String uri = test.getString("uri").getValue();
        MongoClientSettings settings;
        try {
            settings = resolve(uri);
        } catch (MongoConfigurationException e) {
            if (Documents.isTrue(test, "error")) {
                return;
            }
            throw new MismatchException("expected to resolve, but: " + e, e);
        }
        Check.that(!Documents.isTrue(test, "error"), "expected an error, but found " + settings.hosts());
        if (test.containsKey("seeds")) {
            Check.sameSet(Documents.strings(test, "seeds"),
                    settings.hosts().stream().map(Object::toString).toList(), "seeds");
        }
        if (test.containsKey("numSeeds")) {
            Check.equal(test.getNumber("numSeeds").intValue(), settings.hosts().size(), "numSeeds");
        }
        if (test.containsKey("hosts") || test.containsKey("numHosts")) {
            checkHosts(test, scan(settings, file.directory().endsWith("sharded")));
        }
        test.getDocument("options", new BsonDocument())
                .forEach((name, value) -> checkOption(name, value, settings, uri));
        test.getDocument("parsed_options", new BsonDocument())
                .forEach((name, value) -> checkParsed(name, value, settings));
    }

    private static void checkHosts(BsonDocument test, List<String> found) {
        if (test.containsKey("hosts")) {
            Check.sameSet(Documents.strings(test, "hosts"), found, "hosts");
        }
        if (test.containsKey("numHosts")) {
            Check.equal(test.getNumber("numHosts").intValue(), found.size(), "numHosts");
        }
    }

    /** The servers that are known once every server has been asked. Which they are depends on the folder alone. */
    private static List<String> scan(MongoClientSettings settings, boolean routers) {
        TopologySettings seeds = TopologySettings.of(settings.hosts().toArray(new ServerAddress[0]))
                .withReplicaSet(settings.replicaSet().orElse(null)).withDirectConnection(settings.directConnection())
                .withLoadBalanced(settings.loadBalanced());
        try (ScriptedTopology topology = new ScriptedTopology(seeds, new DiscoveryEvents())) {
            if (!settings.loadBalanced()) {
                Set<ServerAddress> asked = new HashSet<>();
                ServerAddress next;
                while ((next = unasked(topology, asked)) != null) {
                    topology.reply(next, routers ? ROUTER : member(next));
                }
            }
            return topology.description().servers().stream().map(server -> server.address().toString()).toList();
        }
    }

    private static @Nullable ServerAddress unasked(ScriptedTopology topology, Set<ServerAddress> asked) {
        return topology.description().servers().stream().map(ServerDescription::address).filter(asked::add)
                .findFirst().orElse(null);
    }

    private static BsonDocument member(ServerAddress address) {
        boolean primary = address.port() == ServerAddress.DEFAULT_PORT;
        return BsonDocument.parse("{ok: 1, helloOk: true, setName: 'repl0', setVersion: 1, minWireVersion: 0, "
                + "maxWireVersion: 21, hosts: ['localhost:27017', 'localhost:27018', 'localhost:27019']}")
                .append("isWritablePrimary", BsonBoolean.valueOf(primary))
                .append("secondary", BsonBoolean.valueOf(!primary))
                .append("me", new BsonString("localhost:" + address.port()));
    }

    private static MongoClientSettings resolve(String uri) {
        return MongoClientSettings.builder().connectionString(uri).environment(new TestZone()).build().resolved();
    }

    private static void checkOption(String name, BsonValue expected, MongoClientSettings settings, String uri) {
        Object actual = switch (name) {
            case "ssl" -> settings.tls();
            case "replicaSet" -> settings.replicaSet().orElse("");
            case "loadBalanced" -> settings.loadBalanced();
            case "directConnection" -> settings.directConnection();
            case "srvMaxHosts" -> settings.srvMaxHosts();
            case "srvServiceName" -> settings.srvServiceName();
            // Without a user there is no credential to look for, so the same string is tried with one.
            case "authSource" -> resolve(uri.replace("://", "://user:password@")).credential()
                    .map(MongoCredential::source).orElse("");
            default -> throw new MismatchException("there is no check of the option \"" + name + "\"");
        };
        Check.equal(plain(expected), actual, "options." + name);
    }

    private static void checkParsed(String name, BsonValue expected, MongoClientSettings settings) {
        Object actual = switch (name) {
            case "user" -> settings.credential().flatMap(MongoCredential::userName).orElse("");
            case "password" -> settings.credential().flatMap(MongoCredential::password).map(String::new).orElse("");
            case "auth_database", "defaultDatabase", "db" -> settings.database().orElse("");
            default -> throw new MismatchException("there is no check of the parsed option \"" + name + "\"");
        };
        Check.equal(plain(expected), actual, "parsed_options." + name);
    }

    private static Object plain(BsonValue value) {
        return switch (value) {
            case BsonString string -> string.getValue();
            case BsonBoolean bool -> bool.getValue();
            case BsonNumber number -> number.intValue();
            default -> value;
        };
    }
}
