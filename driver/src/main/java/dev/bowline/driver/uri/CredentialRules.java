package dev.bowline.driver.uri;

import static dev.bowline.driver.uri.ConnectionStringText.invalid;

import dev.bowline.settings.MongoCredential;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The credential of a connection string, by the rules that the authentication specification has for each mechanism. */
final class CredentialRules {
    private static final String EXTERNAL = MongoCredential.EXTERNAL;
    private static final List<String> MECHANISMS = List.of("SCRAM-SHA-256", "SCRAM-SHA-1", "MONGODB-X509", "PLAIN",
            "MONGODB-AWS", "MONGODB-OIDC", "GSSAPI", "MONGODB-CR");

    private final @Nullable String user;
    private final @Nullable String password;
    private final @Nullable String database;
    private final @Nullable String authSource;
    private final Map<String, String> properties;

    private CredentialRules(ConnectionStringText text, @Nullable String database, UriOptions options) {
        this.user = text.user();
        this.password = text.password();
        this.database = database;
        this.authSource = options.get(UriOption.AUTH_SOURCE).orElse(null);
        this.properties = upperCased(options.get(UriOption.AUTH_MECHANISM_PROPERTIES).orElse(Map.of()));
    }

    static Optional<MongoCredential> read(ConnectionStringText text, @Nullable String database, UriOptions options) {
        for (ConnectionStringText.Pair pair : text.options()) {
            if (pair.name().equalsIgnoreCase(UriOption.AUTH_SOURCE.name()) && pair.value().isEmpty()) {
                throw invalid("the option authSource is empty");
            }
        }
        String mechanism = options.get(UriOption.AUTH_MECHANISM).orElse(null);
        CredentialRules rules = new CredentialRules(text, database, options);
        if (mechanism == null) {
            return text.user() == null ? Optional.empty() : Optional.of(rules.credential(null, rules.source("admin")));
        }
        return Optional.of(rules.ofMechanism(mechanism));
    }

    /**
     * The specification writes the names of properties in capitals and has them understood however they are written.
     */
    private static Map<String, String> upperCased(Map<String, String> given) {
        Map<String, String> properties = new LinkedHashMap<>();
        given.forEach((name, value) -> properties.put(name.toUpperCase(Locale.ROOT), value));
        return properties;
    }

    private MongoCredential ofMechanism(String mechanism) {
        return switch (mechanism) {
            case "SCRAM-SHA-1", "SCRAM-SHA-256", "MONGODB-CR" -> {
                requireUser(mechanism);
                requirePassword(mechanism);
                yield credential(mechanism, source("admin"));
            }
            case "PLAIN" -> {
                requireUser(mechanism);
                requirePassword(mechanism);
                yield credential(mechanism, source(EXTERNAL));
            }
            case "MONGODB-X509" -> {
                requireExternalSource(mechanism);
                forbidPassword(mechanism);
                yield credential(mechanism, EXTERNAL);
            }
            case "GSSAPI" -> {
                requireUser(mechanism);
                requireExternalSource(mechanism);
                yield gssapi();
            }
            case "MONGODB-AWS" -> {
                requireExternalSource(mechanism);
                if (user != null) {
                    requirePassword(mechanism);
                } else if (properties.containsKey("AWS_SESSION_TOKEN")) {
                    throw invalid(
                            "authMechanism=MONGODB-AWS takes AWS_SESSION_TOKEN only with a user name and password");
                }
                yield credential(mechanism, EXTERNAL);
            }
            case "MONGODB-OIDC" -> {
                requireExternalSource(mechanism);
                forbidPassword(mechanism);
                checkOidcProperties();
                yield credential(mechanism, EXTERNAL);
            }
            default -> throw invalid("the option authMechanism is not one of " + MECHANISMS);
        };
    }

    private MongoCredential gssapi() {
        Map<String, String> complete = new LinkedHashMap<>(properties);
        complete.putIfAbsent("SERVICE_NAME", "mongodb");
        String canonicalize = complete.get("CANONICALIZE_HOST_NAME");
        List<String> known = List.of("none", "forward", "forwardAndReverse", "true", "false");
        if (canonicalize != null && !known.contains(canonicalize)) {
            throw invalid("the property CANONICALIZE_HOST_NAME of authMechanismProperties is not one of " + known);
        }
        return MongoCredential.ofMechanism(Optional.of("GSSAPI"), EXTERNAL, Optional.ofNullable(user),
                Optional.ofNullable(password), complete);
    }

    private void checkOidcProperties() {
        for (String name : properties.keySet()) {
            if (!name.equals("ENVIRONMENT") && !name.equals("TOKEN_RESOURCE")) {
                throw invalid("a connection string's authMechanismProperties for MONGODB-OIDC may hold ENVIRONMENT and "
                        + "TOKEN_RESOURCE only");
            }
        }
        String environment = properties.get("ENVIRONMENT");
        if (environment == null) {
            throw invalid("MONGODB-OIDC needs the property ENVIRONMENT in authMechanismProperties");
        }
        boolean resource = properties.containsKey("TOKEN_RESOURCE");
        switch (environment) {
            case "test" -> {
                if (user != null || resource) {
                    throw invalid("MONGODB-OIDC with ENVIRONMENT:test takes neither a user name nor TOKEN_RESOURCE");
                }
            }
            case "azure" -> requireResource(resource, environment);
            case "gcp" -> {
                requireResource(resource, environment);
                if (user != null) {
                    throw invalid("MONGODB-OIDC with ENVIRONMENT:gcp takes no user name");
                }
            }
            case "k8s" -> {
                if (user != null || resource) {
                    throw invalid("MONGODB-OIDC with ENVIRONMENT:k8s takes neither a user name nor TOKEN_RESOURCE");
                }
            }
            default -> throw invalid(
                    "the property ENVIRONMENT of authMechanismProperties is not one of test, azure, gcp, k8s");
        }
    }

    private static void requireResource(boolean given, String environment) {
        if (!given) {
            throw invalid("MONGODB-OIDC with ENVIRONMENT:" + environment + " needs the property TOKEN_RESOURCE");
        }
    }

    private MongoCredential credential(@Nullable String mechanism, String source) {
        return MongoCredential.ofMechanism(Optional.ofNullable(mechanism), source, Optional.ofNullable(user),
                Optional.ofNullable(password), properties);
    }

    private String source(String fallback) {
        if (authSource != null) {
            return authSource;
        }
        return database != null ? database : fallback;
    }

    private void requireUser(String mechanism) {
        if (user == null) {
            throw invalid("authMechanism=" + mechanism + " needs a user name");
        }
    }

    private void requirePassword(String mechanism) {
        if (password == null) {
            throw invalid("authMechanism=" + mechanism + " needs a password");
        }
    }

    private void forbidPassword(String mechanism) {
        if (password != null) {
            throw invalid("authMechanism=" + mechanism + " takes no password");
        }
    }

    private void requireExternalSource(String mechanism) {
        if (authSource != null && !authSource.equals(EXTERNAL)) {
            throw invalid("authMechanism=" + mechanism + " allows no authSource but " + EXTERNAL);
        }
    }
}
