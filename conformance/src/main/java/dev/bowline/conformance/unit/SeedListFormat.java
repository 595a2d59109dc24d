package dev.bowline.conformance.unit;

import dev.bowline.MongoClientSettings;
import dev.bowline.MongoCredential;
import dev.bowline.conformance.SpecCase;
import dev.bowline.conformance.SpecFile;
import dev.bowline.conformance.SpecFormat;
import dev.bowline.conformance.format.Documents;
import dev.bowline.conformance.match.MismatchException;
import dev.bowline.egress.error.MongoConfigurationException;
import java.util.List;
import java.util.Set;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonNumber;
import org.bson.BsonString;
import org.bson.BsonValue;

/**
 * Seed lists from DNS, against the records that the specification describes. Whether the servers behind them answer is the business of
 * the discovery suites.
 */
public final class SeedListFormat implements SpecFormat {
    private static final Set<String> KEYS = Set.of("uri", "hosts", "seeds", "options", "ping", "comment", "error",
            "numSeeds", "numHosts", "parsed_options");

    @Override
    public boolean reads(SpecFile file) {
        return file.suite().equals("initial-dns-seedlist-discovery");
    }

    @Override
    public List<SpecCase> cases(SpecFile file) {
        return List.of(new SpecCase(file.suite(), file.path(), "resolves", () -> check(file.contents())));
    }

    private static void check(BsonDocument test) {
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
        test.getDocument("options", new BsonDocument())
                .forEach((name, value) -> checkOption(name, value, settings, uri));
        test.getDocument("parsed_options", new BsonDocument())
                .forEach((name, value) -> checkParsed(name, value, settings));
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
            // Without a user there is nobody to be looked for there, so the same string is tried with one.
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
            case "auth_database" -> settings.database().orElse("");
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
