package dev.bowline.conformance.format;

import java.util.List;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonNumber;
import org.bson.BsonValue;

/** What {@code runOnRequirements} asks of a deployment. */
public record DeploymentFacts(Version version, String topology, boolean auth, List<String> authMechanisms,
        BsonDocument parameters) {

    /** Servers answer numbers where tests say booleans and the other way round. */
    boolean sameParameter(BsonValue expected, BsonValue actual) {
        if (expected instanceof BsonBoolean wanted && actual instanceof BsonNumber number) {
            return wanted.getValue() == (number.doubleValue() != 0);
        }
        if (expected instanceof BsonNumber number && actual instanceof BsonBoolean flag) {
            return flag.getValue() == (number.doubleValue() != 0);
        }
        if (expected instanceof BsonNumber wanted && actual instanceof BsonNumber number) {
            return wanted.doubleValue() == number.doubleValue();
        }
        return expected.equals(actual);
    }

    @Override
    public String toString() {
        return topology + " " + version + (auth ? " with authentication" : "");
    }
}
