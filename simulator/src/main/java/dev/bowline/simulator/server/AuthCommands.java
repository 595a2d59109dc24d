package dev.bowline.simulator.server;

import dev.bowline.simulator.bson.Document;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.bson.types.Binary;

/** Who a connection belongs to: SCRAM, X.509, identities that others vouch for, and the commands around users. */
final class AuthCommands {
    private final Server server;
    private final AtomicInteger conversations = new AtomicInteger();
    private final ExternalAuth external;

    AuthCommands(Server server) {
        this.server = server;
        this.external = new ExternalAuth(server);
    }

    void register(CommandTable table) {
        table.add("saslStart", Command.OPEN | Command.STABLE, request -> saslStart(request, request.body));
        table.add("saslContinue", Command.OPEN | Command.STABLE, this::saslContinue);
        table.add("authenticate", Command.OPEN | Command.STABLE, this::authenticate);
        table.add("logout", Command.OPEN, request -> {
            request.connection.users.remove(request.database);
            return new Document();
        });
        table.add("connectionStatus", Command.OPEN, this::connectionStatus);
        table.add("createUser", Command.WRITES | Command.CONCERNED, this::createUser);
        table.add("updateUser", Command.WRITES | Command.CONCERNED, this::createUser);
        table.add("dropUser", Command.WRITES | Command.CONCERNED, this::dropUser);
        table.add("dropAllUsersFromDatabase", Command.WRITES | Command.CONCERNED, request -> new Document("n", 0));
        table.add("usersInfo", Command.READS, this::usersInfo);
    }

    /** Reports the mechanisms of a user. */
    void mechanismsFor(Document reply, Document body) {
        if (!(body.get("saslSupportedMechs") instanceof String name)) {
            return;
        }
        int dot = name.indexOf('.');
        Users.User user = dot < 0
                ? null
                : server.settings().users().find(name.substring(0, dot), name.substring(dot + 1));
        if (user != null) {
            reply.append("saslSupportedMechs", offered(user));
        } else if (!name.isEmpty() && dot > 0) {
            reply.append("saslSupportedMechs", List.of("SCRAM-SHA-1", "SCRAM-SHA-256"));
        }
    }

    private List<String> offered(Users.User user) {
        List<String> result = new ArrayList<>();
        for (String mechanism : user.mechanisms()) {
            if (!mechanism.equals("SCRAM-SHA-256") || server.generation().scramSha256()) {
                result.add(mechanism);
            }
        }
        return result;
    }

    /** Begins a conversation inside the hello; says nothing if that fails. */
    void speculate(Document reply, Document body, Request request) {
        if (!server.generation().speculativeAuthentication()
                || !(body.get("speculativeAuthenticate") instanceof Document attempt)) {
            return;
        }
        try {
            String database = attempt.get("db") instanceof String db ? db : request.database;
            if (attempt.containsKey("saslStart")) {
                reply.append("speculativeAuthenticate", saslStart(request, database, attempt));
            } else if (attempt.containsKey("authenticate")) {
                reply.append("speculativeAuthenticate", authenticate(request, "$external"));
            }
        } catch (ServerError e) {
            request.connection.scram = null;
        }
    }

    private Document saslStart(Request request, Document body) {
        return saslStart(request, request.database, body);
    }

    private Document saslStart(Request request, String database, Document body) {
        String mechanism = Values.string(body, "mechanism");
        if (mechanism != null && ExternalAuth.speaks(mechanism)) {
            return external.start(request, mechanism, conversations.incrementAndGet(), bytes(body));
        }
        if (mechanism == null || (!mechanism.equals("SCRAM-SHA-1")
                && !(mechanism.equals("SCRAM-SHA-256") && server.generation().scramSha256()))) {
            throw new ServerError(334,
                    "Received authentication for mechanism " + mechanism + " which is unknown or not enabled");
        }
        byte[] random = new byte[18];
        server.environment().secureRandom(random);
        boolean skip = body.get("options") instanceof Document options
                && Values.isTrue(options.get("skipEmptyExchange"));
        Scram scram = new Scram(mechanism, conversations.incrementAndGet(), random, skip);
        String answer = scram.first(payload(body), server.settings().users(), database);
        request.connection.scram = scram;
        return step(scram, false, answer, body);
    }

    private Document saslContinue(Request request) {
        ExternalAuth.Conversation other = request.connection.external;
        if (other != null && Values.number(request.body, "conversationId", -1) == other.id()) {
            return external.next(request, other, bytes(request.body));
        }
        Scram scram = request.connection.scram;
        if (scram == null || Values.number(request.body, "conversationId", -1) != scram.conversationId()) {
            throw new ServerError(17, "No SASL session state found");
        }
        if (scram.verified) {
            return done(request, scram, "");
        }
        try {
            String answer = scram.last(payload(request.body));
            return scram.skipsEmptyExchange() ? done(request, scram, answer) : step(scram, false, answer, request.body);
        } catch (ServerError e) {
            request.connection.scram = null;
            throw e;
        }
    }

    private static Document done(Request request, Scram scram, String answer) {
        request.connection.scram = null;
        Users.User user = scram.user();
        if (user != null) {
            request.connection.users.put(user.database(), user.toString());
        }
        return step(scram, true, answer, request.body);
    }

    /** One step of a conversation. The payload goes out as it came in: as bytes, or as text in base 64. */
    private static Document step(Scram scram, boolean done, String payload, Document asked) {
        byte[] bytes = payload.getBytes(StandardCharsets.UTF_8);
        return new Document("conversationId", scram.conversationId()).append("done", done).append("payload",
                asked.get("payload") instanceof String
                        ? Base64.getEncoder().encodeToString(bytes)
                        : new Binary(bytes));
    }

    private static byte[] bytes(Document body) {
        return body.get("payload") instanceof Binary data ? data.getData() : new byte[0];
    }

    private static String payload(Document body) {
        if (body.get("payload") instanceof Binary data) {
            return new String(data.getData(), StandardCharsets.UTF_8);
        }
        if (body.get("payload") instanceof String text) {
            try {
                return new String(Base64.getDecoder().decode(text), StandardCharsets.UTF_8);
            } catch (IllegalArgumentException e) {
                throw new ServerError(ErrorCodes.BAD_VALUE, "The payload is neither binary nor in base 64");
            }
        }
        return "";
    }

    private Document authenticate(Request request) {
        if (!"MONGODB-X509".equals(request.body.get("mechanism"))) {
            throw new ServerError(334, "Unsupported mechanism '" + request.body.get("mechanism") + "'");
        }
        return authenticate(request, request.database);
    }

    private Document authenticate(Request request, String database) {
        String subject = request.connection.clientSubject();
        Object claimed = request.body.get("user");
        if (subject == null) {
            throw Scram.failed("No verified subject name available from client");
        }
        if (claimed != null && !claimed.equals(subject)) {
            throw Scram.failed("There is no x.509 client certificate matching the user.");
        }
        request.connection.users.put("$external", subject + "@$external");
        return new Document("dbname", database).append("user", subject);
    }

    private Document connectionStatus(Request request) {
        List<Document> users = new ArrayList<>();
        for (Map.Entry<String, String> entry : request.connection.users.entrySet()) {
            String name = entry.getValue().substring(0, entry.getValue().lastIndexOf('@'));
            users.add(new Document("user", name).append("db", entry.getKey()));
        }
        return new Document("authInfo",
                new Document("authenticatedUsers", users).append("authenticatedUserRoles", List.of()));
    }

    private Document createUser(Request request) {
        String name = Values.string(request.body, Values.commandName(request.body));
        String password = Values.string(request.body, "pwd");
        if (name == null || password == null) {
            throw new ServerError(ErrorCodes.BAD_VALUE, "Must provide a 'pwd' field for all user documents");
        }
        List<String> mechanisms = new ArrayList<>();
        if (request.body.get("mechanisms") instanceof List<?> list) {
            for (Object mechanism : list) {
                mechanisms.add(String.valueOf(mechanism));
            }
        } else {
            mechanisms.add("SCRAM-SHA-1");
            mechanisms.add("SCRAM-SHA-256");
        }
        if (request.command.name().equals("createUser")
                && server.settings().users().find(request.database, name) != null) {
            throw new ServerError(51003, "User \"" + name + "@" + request.database + "\" already exists");
        }
        server.settings().users().add(new Users.User(request.database, name, password, List.copyOf(mechanisms)));
        return new Document();
    }

    private Document dropUser(Request request) {
        String name = Values.string(request.body, "dropUser");
        if (name == null || !server.settings().users().remove(request.database, name)) {
            throw new ServerError(11, "User '" + name + "@" + request.database + "' not found");
        }
        return new Document();
    }

    private Document usersInfo(Request request) {
        List<Document> users = new ArrayList<>();
        Object which = request.body.get("usersInfo");
        for (Users.User user : server.settings().users().all()) {
            boolean wanted = which instanceof Number || user.name().equals(which)
                    || (which instanceof Document spec && user.name().equals(spec.get("user")));
            if (wanted && (user.database().equals(request.database) || which instanceof Document)) {
                users.add(new Document("_id", user.database() + "." + user.name()).append("user", user.name())
                        .append("db", user.database())
                        .append("roles", List.of()).append("mechanisms", user.mechanisms()));
            }
        }
        return new Document("users", users);
    }
}
