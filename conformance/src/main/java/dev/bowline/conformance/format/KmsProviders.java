package dev.bowline.conformance.format;

import static dev.bowline.conformance.format.Shape.fields;

import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonValue;

/** The key management services of client-side encryption: kept only to validate files that name them. */
final class KmsProviders {
    private static final Shape TEXT_OR_PLACEHOLDER = (value, at) -> Shape.require(
            value.isString() || value.equals(new BsonDocument("$$placeholder", new BsonInt32(1))), at,
            "must be a string or a placeholder");
    private static final Map<String, Shape> BY_KIND = Map.of("aws",
            of("accessKeyId", "secretAccessKey", "sessionToken"), "azure",
            of("tenantId", "clientId", "clientSecret", "identityPlatformEndpoint", "accessToken"), "gcp",
            of("email", "privateKey", "endpoint", "accessToken"), "kmip", of("endpoint"), "local", of("key"));
    private static final Pattern NAME = Pattern.compile("(aws|azure|gcp|kmip|local)(:[a-zA-Z0-9_]+)?");

    static final Shape SHAPE = KmsProviders::check;

    private KmsProviders() {}

    private static void check(BsonValue value, String at) {
        Shape.document().check(value, at);
        for (Map.Entry<String, BsonValue> entry : value.asDocument().entrySet()) {
            Matcher name = NAME.matcher(entry.getKey());
            Shape.require(name.matches(), at, "names an unknown key provider \"" + entry.getKey() + "\"");
            Shape shape = BY_KIND.get(name.group(1));
            if (shape != null) {
                shape.check(entry.getValue(), at + "." + entry.getKey());
            }
        }
    }

    private static Shape of(String... keys) {
        Shape.Fields shape = fields();
        for (String key : keys) {
            shape = shape.with(key, TEXT_OR_PLACEHOLDER);
        }
        return shape;
    }
}
