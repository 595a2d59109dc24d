package dev.bowline.simulator.server;

import de.bwaldvogel.mongo.bson.Document;
import java.util.List;

/** What older generations do not understand yet. */
final class Ages {
    private Ages() {}

    static void check(Request request) {
        int wireVersion = request.server.generation().wireVersion();
        if (wireVersion >= 13) {
            return;
        }
        Document body = request.body;
        String command = request.command.name();
        comment(command, body, wireVersion);
        switch (command) {
            case "update" -> statements(body, "updates", "hint", wireVersion < 8, "update");
            case "delete" -> statements(body, "deletes", "hint", wireVersion < 9, "delete");
            case "findAndModify" -> {
                if (body.containsKey("hint") && wireVersion < 9) {
                    throw unknown("findAndModify", "hint");
                }
            }
            default -> {
            }
        }
        if (body.containsKey("let")) {
            switch (command) {
                case "find" -> throw new ServerError(9, "Failed to parse: Unrecognized field 'let'.");
                case "aggregate" -> throw new ServerError(9, "unrecognized field 'let'");
                case "findAndModify" -> throw new ServerError(40415, "BSON field 'let' is an unknown field.");
                default -> throw unknown(command, "let");
            }
        }
    }

    private static void comment(String command, Document body, int wireVersion) {
        Object comment = body.get("comment");
        if (comment == null) {
            return;
        }
        switch (command) {
            case "insert", "update", "delete", "findAndModify" -> {
                if (wireVersion < 9) {
                    throw unknown(command, "comment");
                }
            }
            case "count", "distinct" -> {
                if (!(comment instanceof String)) {
                    throw unknown(command, "comment");
                }
            }
            default -> {
                if (wireVersion < 9 && !(comment instanceof String)) {
                    throw new ServerError(ErrorCodes.TYPE_MISMATCH,
                            "\"comment\" had the wrong type. Expected string, found "
                                    + Values.typeName(comment));
                }
            }
        }
    }

    private static void statements(Document body, String list, String field, boolean tooOld, String command) {
        if (tooOld && body.get(list) instanceof List<?> statements) {
            for (Object statement : statements) {
                if (statement instanceof Document document && document.containsKey(field)) {
                    throw unknown(command + "." + list, field);
                }
            }
        }
    }

    private static ServerError unknown(String command, String field) {
        return new ServerError(40415, "BSON field '" + command + "." + field + "' is an unknown field.");
    }
}
