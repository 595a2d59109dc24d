package dev.bowline.conformance.format;

import java.util.List;
import java.util.Map;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** One alternative of {@code runOnRequirements}: a test runs where at least one of them is satisfied. */
public record Requirement(@Nullable Version minServerVersion, @Nullable Version maxServerVersion,
        List<String> topologies, @Nullable String serverless, @Nullable BsonDocument serverParameters,
        @Nullable Boolean auth, @Nullable String authMechanism, @Nullable Boolean csfle) {

    static Requirement of(BsonDocument requirement) {
        String min = Documents.string(requirement, "minServerVersion");
        String max = Documents.string(requirement, "maxServerVersion");
        return new Requirement(min == null ? null : Version.parse(min), max == null ? null : Version.parse(max),
                Documents.strings(requirement, "topologies"), Documents.string(requirement, "serverless"),
                Documents.document(requirement, "serverParameters"), Documents.bool(requirement, "auth"),
                Documents.string(requirement, "authMechanism"),
                // A least version of the encryption library asks for encryption too.
                requirement.isDocument("csfle") ? Boolean.TRUE : Documents.bool(requirement, "csfle"));
    }

    /** Says why the deployment does not do, or null if it does. */
    public @Nullable String unmetBy(DeploymentFacts facts) {
        if (minServerVersion != null && facts.version().compareTo(minServerVersion) < 0) {
            return "needs a server of " + minServerVersion + " or later, this is " + facts.version();
        }
        if (maxServerVersion != null && facts.version().compareTo(maxServerVersion) > 0) {
            return "needs a server up to " + maxServerVersion + ", this is " + facts.version();
        }
        if (!topologies.isEmpty() && !topologies.contains(facts.topology())
                && !(facts.topology().equals("sharded-replicaset") && topologies.contains("sharded"))) {
            return "needs a topology of " + topologies + ", this is " + facts.topology();
        }
        if ("require".equals(serverless)) {
            return "needs a serverless deployment";
        }
        if (auth != null && auth != facts.auth()) {
            return auth ? "needs authentication" : "needs a deployment without authentication";
        }
        if (authMechanism != null && facts.authMechanisms().stream().noneMatch(authMechanism::equalsIgnoreCase)) {
            return "needs the authentication mechanism " + authMechanism;
        }
        if (Boolean.TRUE.equals(csfle)) {
            return "needs client-side encryption";
        }
        return unmetParameter(facts);
    }

    private @Nullable String unmetParameter(DeploymentFacts facts) {
        if (serverParameters == null) {
            return null;
        }
        for (Map.Entry<String, BsonValue> expected : serverParameters.entrySet()) {
            BsonValue actual = facts.parameters().get(expected.getKey());
            if (actual == null || !facts.sameParameter(expected.getValue(), actual)) {
                return "needs the server parameter " + expected.getKey() + " to be " + expected.getValue()
                        + (actual == null ? "" : ", it is " + actual);
            }
        }
        return null;
    }
}
