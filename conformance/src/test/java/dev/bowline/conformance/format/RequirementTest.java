package dev.bowline.conformance.format;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RequirementTest {
    @Test
    void versionsAreComparedByNumberAndInclusively() {
        assertThat(unmet("{minServerVersion: '4.2'}", "4.2.0", "single")).isNull();
        assertThat(unmet("{minServerVersion: '4.2'}", "4.1.9", "single")).contains("4.2.0 or later");
        assertThat(unmet("{minServerVersion: '4.0.10'}", "4.0.9", "single")).isNotNull();
        assertThat(unmet("{maxServerVersion: '4.2.99'}", "4.2.99", "single")).isNull();
        assertThat(unmet("{maxServerVersion: '4.2'}", "4.2.1", "single")).isNotNull();
        assertThat(unmet("{minServerVersion: '4.9'}", "4.9.0-alpha4-271-g7d5cf02", "single")).isNull();
    }

    @Test
    void aShardedClusterOfReplicaSetsIsASimpleShardedOneTooButNotTheOtherWayRound() {
        assertThat(unmet("{topologies: ['sharded']}", "5.0", "sharded-replicaset")).isNull();
        assertThat(unmet("{topologies: ['sharded-replicaset']}", "5.0", "sharded")).isNotNull();
        assertThat(unmet("{topologies: ['single', 'replicaset']}", "5.0", "sharded")).contains("replicaset");
    }

    @Test
    void serverParametersCompareNumbersByValueAndAnAbsentOneIsUnmet() {
        assertThat(unmet("{serverParameters: {enableTestCommands: true}}", "5.0", "single")).isNull();
        assertThat(unmet("{serverParameters: {enableTestCommands: false}}", "5.0", "single")).isNotNull();
        assertThat(unmet("{serverParameters: {limit: 3.0}}", "5.0", "single")).isNull();
        assertThat(unmet("{serverParameters: {other: 1}}", "5.0", "single")).contains("other");
    }

    @Test
    void authenticationServerlessAndEncryptionAreAskedFor() {
        assertThat(unmet("{auth: false}", "5.0", "single")).isNull();
        assertThat(unmet("{auth: true}", "5.0", "single")).contains("authentication");
        assertThat(unmet("{authMechanism: 'scram-sha-1'}", "5.0", "single")).isNull();
        assertThat(unmet("{authMechanism: 'MONGODB-OIDC'}", "5.0", "single")).contains("MONGODB-OIDC");
        assertThat(unmet("{serverless: 'forbid'}", "5.0", "single")).isNull();
        assertThat(unmet("{serverless: 'require'}", "5.0", "single")).isNotNull();
        assertThat(unmet("{csfle: false}", "5.0", "single")).isNull();
        assertThat(unmet("{csfle: true}", "5.0", "single")).contains("encryption");
    }

    private static @Nullable String unmet(String requirement, String version, String topology) {
        DeploymentFacts facts = new DeploymentFacts(Version.parse(version), topology, false, List.of("SCRAM-SHA-1"),
                BsonDocument.parse("{enableTestCommands: 1, limit: 3}"));
        return Requirement.of(BsonDocument.parse(requirement)).unmetBy(facts);
    }
}
