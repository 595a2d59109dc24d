package dev.bowline.conformance.match;

import org.bson.BsonDocument;
import org.bson.BsonValue;

/** What matchers ask of the entities of a test. */
public interface EntityValues {
    /** The value of a saved result. */
    BsonValue value(String entity);

    /** The logical session id of a session, ended or not. */
    BsonDocument sessionId(String entity);

    /** No entities at all. */
    static EntityValues none() {
        return new EntityValues() {
            @Override
            public BsonValue value(String entity) {
                throw new MismatchException("There is no entity \"" + entity + "\"");
            }

            @Override
            public BsonDocument sessionId(String entity) {
                throw new MismatchException("There is no session \"" + entity + "\"");
            }
        };
    }
}
