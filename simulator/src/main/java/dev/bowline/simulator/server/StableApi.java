package dev.bowline.simulator.server;

import dev.bowline.simulator.bson.Document;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Checks the parameters of the stable API. */
final class StableApi {
    private final Server server;

    StableApi(Server server) {
        this.server = server;
    }

    void check(Request request) {
        Document body = request.body;
        Object version = body.get("apiVersion");
        if (version == null) {
            if (body.containsKey("apiStrict") || body.containsKey("apiDeprecationErrors")) {
                throw new ServerError(322, "Provided apiStrict or apiDeprecationErrors without passing apiVersion");
            }
            boolean continues = (request.inTransaction && !request.startsTransaction)
                    || request.command.name().equals("getMore");
            if (server.settings().requireApiVersion() && !continues && !request.command.name().equals("isMaster")) {
                throw new ServerError(498870,
                        "The apiVersion parameter is required, please configure your MongoClient's API version");
            }
            return;
        }
        if (!server.generation().stableApi()) {
            throw new ServerError(9, "BSON field 'apiVersion' is an unknown field.");
        }
        boolean second = "2".equals(version) && server.acceptsApiVersion2();
        if (!"1".equals(version) && !second) {
            throw new ServerError(322, "API version must be \"1\"");
        }
        String name = request.command.name();
        if (second) {
            boolean known = name.equals("testVersion2") || name.equals("testVersions1And2")
                    || name.equals("testDeprecationInVersion2") || request.command.is(Command.OPEN);
            if (Values.isTrue(body.get("apiStrict")) && !known) {
                throw new ServerError(323, "Provided apiStrict:true, but the command " + name
                        + " is not in API Version 2");
            }
            if (Values.isTrue(body.get("apiDeprecationErrors")) && name.equals("testDeprecationInVersion2")) {
                throw new ServerError(324, "Provided apiDeprecationErrors:true, but the command " + name
                        + " is deprecated in API Version 2");
            }
            return;
        }
        if (Values.isTrue(body.get("apiStrict"))) {
            if (!request.command.is(Command.STABLE)) {
                throw new ServerError(323, "Provided apiStrict:true, but the command " + request.command.name()
                        + " is not in API Version 1. Information on supported commands and migrations in API Version "
                        + "1 can be "
                        + "found at https://dochub.mongodb.org/core/manual-versioned-api");
            }
            if (request.command.name().equals("count") && server.generation().wireVersion() < 17) {
                throw new ServerError(323, "Provided apiStrict:true, but the command count is not in API Version 1");
            }
            checkStages(body);
        }
        if (Values.isTrue(body.get("apiDeprecationErrors")) && request.command.name().equals("testDeprecation")) {
            throw new ServerError(324,
                    "Provided apiDeprecationErrors:true, but the command testDeprecation is deprecated "
                            + "in API Version 1");
        }
    }

    /** Version, strictness and what becomes of deprecated commands, as a request declares them. */
    static List<@Nullable Object> declared(Request request) {
        return Arrays.asList(request.body.get("apiVersion"), request.body.get("apiStrict"),
                request.body.get("apiDeprecationErrors"));
    }

    private static void checkStages(Document body) {
        if (!(body.get("pipeline") instanceof List<?> pipeline)) {
            return;
        }
        for (Object stage : pipeline) {
            String name = stage instanceof Document document ? Values.commandName(document) : "";
            switch (name) {
                case "$currentOp", "$indexStats", "$listLocalSessions", "$listSessions", "$planCacheStats", "$search",
                        "$collStats" ->
                    throw new ServerError(323, "stage " + name
                            + " is not allowed with 'apiStrict: true' in API Version 1");
                default -> {
                }
            }
        }
    }
}
