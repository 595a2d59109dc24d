package dev.bowline.simulator.server;

import dev.bowline.simulator.bson.Document;
import dev.bowline.simulator.expression.QueryError;
import dev.bowline.simulator.replication.NotPrimaryException;
import dev.bowline.simulator.replication.ReplicaSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.bson.BsonTimestamp;
import org.bson.types.Binary;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** All commands of a server, and the way of every request: checks, fail points, execution, write concern, the reply. */
final class CommandTable {
    private static final Logger LOG = LoggerFactory.getLogger("dev.bowline.simulator");

    private final Server server;
    private final Map<String, Command> commands = new TreeMap<>();
    private final StableApi stableApi;
    private final @Nullable RequestLimiter limiter;

    CommandTable(Server server) {
        this.server = server;
        RequestLimit limit = server.settings().requestLimit();
        this.limiter = limit == null ? null : new RequestLimiter(limit, server.environment());
        this.stableApi = new StableApi(server);
        new HelloCommand(server).register(this);
        new ReadCommands(server).register(this);
        new WriteCommands(server).register(this);
        new CatalogCommands(server).register(this);
        new SessionCommands(server).register(this);
        new AdminCommands(server).register(this);
        new DiagnosticCommands(server).register(this);
        new DefaultConcerns(server).register(this);
        new AuthCommands(server).register(this);
        if (server.kind() != ServerKind.STANDALONE) {
            new ReplicationCommands(server).register(this);
        }
        add("bowlineRefusals", 0, request -> {
            List<Document> refusals = new ArrayList<>();
            server.refusals().forEach(
                    (feature, count) -> refusals.add(new Document("feature", feature).append("count", count)));
            return new Document("refusals", refusals);
        });
    }

    void add(String name, int traits, Command.Handler handler) {
        commands.put(name, new Command(name, traits, handler));
    }

    Map<String, Command> commands() {
        return commands;
    }

    /** The name under which the server knows a command that has several. */
    static String canonical(String name) {
        return switch (name) {
            case "isMaster", "ismaster" -> "isMaster";
            case "findandmodify" -> "findAndModify";
            case "buildinfo" -> "buildInfo";
            case "collstats" -> "collStats";
            case "dbstats" -> "dbStats";
            default -> name;
        };
    }

    /** Executes a request. Never throws for a bad one; null if there is nothing to answer. */
    @Nullable
    Document execute(ClientConnection connection, Message message, Document body) {
        Request request = null;
        Document reply;
        try {
            String name = Values.commandName(body);
            Command command = commands.get(canonical(name));
            if (command == null || (name.equals("hello") && !server.generation().modernHello())) {
                if (Lacking.isCommand(name)) {
                    throw QueryError.notSimulated("the command " + name);
                }
                throw new ServerError(ErrorCodes.COMMAND_NOT_FOUND, "no such command: '" + name + "'");
            }
            if (message.query() && server.generation().opQueryOnlyForHello() && !command.name().equals("isMaster")
                    && !command.name().equals("hello")) {
                throw new ServerError(352, "Unsupported OP_QUERY command: " + name
                        + ". The client driver may require an upgrade.");
            }
            if (!(body.get("$db") instanceof String db)) {
                throw new ServerError(40571, "OP_MSG requests require a $db argument");
            }
            checkDatabaseName(db);
            if (message.duplicate() != null) {
                throw new ServerError(40413, "BSON field '" + name + "." + message.duplicate()
                        + "' is a duplicate field");
            }
            if (limiter != null && !command.is(Command.OPEN)) {
                limiter.admit();
            }
            Syntax.check(command, body, server.generation());
            request = new Request(server, connection, command, body, message.exhaustAllowed());
            Document failPoint = failCommand(request, name);
            request.failPoint = failPoint;
            check(request);
            request.failTime();
            observeClusterTime(body);
            reply = command.handler().run(request);
            if (command.is(Command.CONCERNED) && !request.readOnly) {
                new WriteConcernWait(request).await(reply);
            }
            reply.putIfAbsent("ok", 1.0);
        } catch (QueryError e) {
            server.failed(e);
            reply = failure(e.code(), e.text(), ServerError.labels(e), e.extra());
        } catch (NotPrimaryException e) {
            reply = failure(ErrorCodes.NOT_WRITABLE_PRIMARY, connection.notPrimary(), null, null);
        } catch (ClientConnection.CloseConnectionException e) {
            throw e;
        } catch (RuntimeException | StackOverflowError e) {
            LOG.warn("Request failed inside the simulated server: {}", body, e);
            reply = failure(ErrorCodes.INTERNAL, "Simulated server: " + e, null, null);
        }
        decorate(reply, request, body);
        return reply;
    }

    private static void checkDatabaseName(String db) {
        if (db.isEmpty() || db.length() >= 64 || db.indexOf('.') >= 0 || db.indexOf(' ') >= 0 || db.indexOf('/') >= 0
                || db.indexOf('\\') >= 0 || db.indexOf('"') >= 0 || db.indexOf('\0') >= 0) {
            throw new ServerError(ErrorCodes.INVALID_NAMESPACE, "Invalid database name: '" + db + "'");
        }
    }

    private Document failure(int code, String message, @Nullable List<String> labels, @Nullable Document extra) {
        Document reply = new Document("ok", 0.0).append("errmsg", message).append("code", code).append("codeName",
                ErrorCodes.name(code, server.generation()));
        if (labels != null && !labels.isEmpty()) {
            reply.append("errorLabels", labels);
        } else if (labels != null) {
            reply.append("errorLabels", null);
        }
        if (extra != null) {
            reply.putAll(extra);
        }
        return reply;
    }

    private @Nullable Document failCommand(Request request, String name) {
        Object collection = request.body.get(name);
        String namespace = request.database + "." + (collection instanceof String text ? text : "$cmd");
        String appName = request.connection.appName;
        if (appName == null) {
            // The handshake brings the name along.
            appName = HelloCommand.appName(request.body);
        }
        Document data = server.failPoints().failCommand(name, appName, namespace);
        if (data == null) {
            return null;
        }
        if (Values.isTrue(data.get("blockConnection"))) {
            block(request, name, Values.number(data, "blockTimeMS", 0));
        }
        if (Values.isTrue(data.get("closeConnection"))) {
            throw new ClientConnection.CloseConnectionException();
        }
        if (data.get("errorCode") instanceof Number code) {
            List<String> labels = null;
            if (data.get("errorLabels") instanceof List<?> list) {
                labels = new ArrayList<>();
                for (Object label : list) {
                    labels.add(String.valueOf(label));
                }
            }
            request.failedBeforehand = true;
            throw new ServerError(code.intValue(), "Failing command via 'failCommand' failpoint", labels, null);
        }
        return data;
    }

    /** Being held up counts against the command's own limit, after which it must not have an effect any more. */
    private void block(Request request, String name, long millis) {
        long limit = name.equals("getMore") ? 0 : Values.number(request.body, "maxTimeMS", 0);
        boolean expires = limit > 0 && limit < millis;
        server.sleep((expires ? limit : millis) * 1_000_000, request.connection);
        // On a busy machine a shorter sleep may outlast the limit too, and the client has given up by then.
        if (expires || request.deadline.isExpired(server.environment())) {
            request.failedBeforehand = true;
            throw new ServerError(ErrorCodes.MAX_TIME_EXPIRED, "operation exceeded time limit");
        }
    }

    private void check(Request request) {
        Command command = request.command;
        if (!command.is(Command.OPEN) && server.settings().requiresAuthentication()
                && request.connection.users.isEmpty()) {
            throw new ServerError(ErrorCodes.UNAUTHORIZED, "command " + Values.commandName(request.body)
                    + " requires authentication");
        }
        stableApi.check(request);
        Ages.check(request);
        if (command.is(Command.ADMIN) && !request.database.equals("admin")) {
            throw new ServerError(ErrorCodes.UNAUTHORIZED,
                    command.name() + " may only be run against the admin database.");
        }
        if (command.is(Command.WRITES) && LocalDatabase.isReadBy(request)) {
            throw QueryError.notSimulated("writing to the database local");
        }
        SessionRules.check(request);
        checkRole(request);
        SessionRules.checkTransaction(request);
        Concerns.check(request);
    }

    private void checkRole(Request request) {
        Command command = request.command;
        if (server.kind() != ServerKind.REPLICA_SET_MEMBER) {
            return;
        }
        ReplicaSet set = request.set();
        if (command.is(Command.WRITES) || request.inTransaction) {
            if (!set.isWritable(request.node)) {
                throw new ServerError(ErrorCodes.NOT_WRITABLE_PRIMARY, request.connection.notPrimary());
            }
        } else if (command.is(Command.READS) && !set.isWritable(request.node)) {
            if (!set.isReadable(request.node)) {
                throw new ServerError(ErrorCodes.NOT_PRIMARY_OR_SECONDARY,
                        "node is not in primary or recovering state");
            }
            Document preference = Values.document(request.body, "$readPreference");
            Object mode = preference == null ? null : preference.get("mode");
            if (mode == null || "primary".equals(mode)) {
                throw new ServerError(ErrorCodes.NOT_PRIMARY_NO_SECONDARY_OK, request.connection.notPrimary()
                        + (request.connection.knowsHello ? " and secondaryOk=false" : " and slaveOk=false"));
            }
        }
    }

    private void observeClusterTime(Document body) {
        if (body.get("$clusterTime") instanceof Document gossip && server.kind() != ServerKind.STANDALONE) {
            long time = Values.timestamp(gossip.get("clusterTime"));
            if (time != 0) {
                server.set().observeClusterTime(time);
            }
        }
    }

    private void decorate(Document reply, @Nullable Request request, Document body) {
        ErrorLabels.apply(reply, request, server, body);
        if (server.generation().modernHello() && server.kind() == ServerKind.REPLICA_SET_MEMBER
                && reply.get("code") instanceof Number code && ErrorCodes.isRoleChange(code.intValue())
                && !Values.isTrue(reply.get("ok"))) {
            reply.put("topologyVersion", server.topologyVersion());
        }
        if (server.kind() == ServerKind.ROUTER && request != null && request.inTransaction
                && Values.isTrue(reply.get("ok"))) {
            reply.put("recoveryToken", new Document("recoveryShardId", "shard01"));
        }
        if (server.kind() != ServerKind.STANDALONE) {
            ReplicaSet set = server.set();
            long operationTime = request == null ? 0 : set.log().lastTimestamp(request.node);
            long clusterTime = set.clusterTime();
            reply.put("$clusterTime", new Document("clusterTime", new BsonTimestamp(clusterTime)).append("signature",
                    new Document("hash", new Binary(new byte[20])).append("keyId", 0L)));
            if (operationTime != 0) {
                reply.put("operationTime", new BsonTimestamp(operationTime));
            }
        }
    }

}
