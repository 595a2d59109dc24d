package dev.bowline;

import dev.bowline.error.MongoProtocolException;
import java.util.Map;
import org.bson.BsonString;

/** The names of what servers list: databases, collections and indexes. */
final class ListedNames {
    private ListedNames() {}

    /** The name in a document of the reply to this command. */
    static String of(Map<String, ?> listed, String command) {
        Object name = listed.get("name");
        if (name instanceof String text) {
            return text;
        }
        if (name instanceof BsonString text) {
            return text.getValue();
        }
        throw new MongoProtocolException("The reply to '" + command + "' lists something without a name");
    }
}
