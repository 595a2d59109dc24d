package dev.bowline.simulator.server;

import de.bwaldvogel.mongo.bson.Document;
import java.util.Set;

/** Rejects fields that a command does not know, as the server's parser does. */
final class Fields {
    private static final Set<String> GENERIC = Set.of("lsid", "txnNumber", "autocommit", "startTransaction",
            "readConcern",
            "writeConcern", "maxTimeMS", "comment", "apiVersion", "apiStrict", "apiDeprecationErrors", "stmtId",
            "stmtIds",
            "maxTimeMSOpOnly", "databaseVersion", "shardVersion", "tracking_info", "rawData", "serialization_context");

    private final String command;
    private final Set<String> known;

    Fields(String command, String... known) {
        this.command = command;
        this.known = Set.of(known);
    }

    void check(Document body) {
        for (String name : body.keySet()) {
            if (!known.contains(name) && !GENERIC.contains(name) && !name.startsWith("$") && !name.equals(command)
                    && !name.equals(Values.commandName(body))) {
                throw new ServerError(40415, "BSON field '" + command + "." + name + "' is an unknown field.");
            }
        }
    }
}
