package dev.bowline.simulator.server;

import dev.bowline.simulator.bson.Document;

/** What older generations do not understand yet, where a field's age alone does not say it. */
final class Ages {
    private Ages() {}

    static void check(Request request) {
        int wireVersion = request.server.generation().wireVersion();
        if (wireVersion >= 13) {
            return;
        }
        comment(request.command.name(), request.body, wireVersion);
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

    private static ServerError unknown(String command, String field) {
        return new ServerError(40415, "BSON field '" + command + "." + field + "' is an unknown field.");
    }
}
