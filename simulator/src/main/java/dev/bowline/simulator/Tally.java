package dev.bowline.simulator;

import dev.bowline.egress.environment.ServerAddress;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** Counts what clients do, and notices what they do again. Used under the recorder's lock. */
final class Tally {
    private static final int MAX_REPETITIONS = 1000;
    /** Attempts of so many sessions are remembered. */
    private static final int MAX_SESSIONS = 10_000;
    /** What differs between two attempts of one operation. */
    private static final Set<String> VOLATILE = Set.of("$clusterTime", "$readPreference", "maxTimeMS", "readConcern");
    private static final Set<String> READS = Set.of("find", "aggregate", "count", "distinct", "listCollections",
            "listIndexes", "listDatabases");

    private static final class Counts {
        long arrived;
        long answered;
        long failed;
    }

    private static final class Program {
        final Set<String> connections = new HashSet<>();
        long commands;
    }

    /** The latest attempt of a session that may be made again. */
    private static final class Attempt {
        final Object key;
        String outcome = "no answer";
        boolean succeeded;

        Attempt(Object key) {
            this.key = key;
        }
    }

    private final TreeMap<String, Counts> commands = new TreeMap<>();
    private final Map<List<String>, Program> programs = new LinkedHashMap<>();
    private final LinkedHashMap<BsonValue, Attempt> attempts = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<BsonValue, Attempt> eldest) {
            return size() > MAX_SESSIONS;
        }
    };
    private final ArrayDeque<Activity.Repetition> repetitions = new ArrayDeque<>();
    private long repeatedWrites;
    private long repeatedReads;

    void clear() {
        commands.clear();
        programs.clear();
        attempts.clear();
        repetitions.clear();
        repeatedWrites = 0;
        repeatedReads = 0;
    }

    void arrived(ServerAddress server, int connectionId, @Nullable BsonDocument client, BsonDocument request,
            long nowNanos) {
        if (request.isEmpty()) {
            return;
        }
        String name = request.getFirstKey();
        commands.computeIfAbsent(name, ignored -> new Counts()).arrived++;
        // The first request of a connection is the one by which its client introduces itself.
        BsonDocument who = client == null && request.isDocument("client") ? request.getDocument("client") : client;
        Program program = programs.computeIfAbsent(List.of(text(who, "application", "name"), driver(who)),
                ignored -> new Program());
        program.commands++;
        program.connections.add(server + "/" + connectionId);
        Object key = key(name, request);
        BsonValue session = request.get("lsid");
        if (key == null || session == null) {
            return;
        }
        Attempt before = attempts.remove(session);
        if (before != null && before.key.equals(key) && !before.succeeded) {
            repeated(name, request, server, before.outcome, nowNanos);
        }
        attempts.put(session, new Attempt(key));
    }

    private void repeated(String name, BsonDocument request, ServerAddress server, String after, long nowNanos) {
        if (READS.contains(name)) {
            repeatedReads++;
        } else {
            repeatedWrites++;
        }
        String database = request.containsKey("$db") ? request.getString("$db").getValue() : "";
        BsonValue collection = request.get(name);
        String namespace = collection != null && collection.isString()
                ? database + "." + collection.asString().getValue()
                : database;
        if (repetitions.size() == MAX_REPETITIONS) {
            repetitions.removeFirst();
        }
        repetitions.addLast(new Activity.Repetition(name, namespace, server.toString(), after, nowNanos));
    }

    /** What an attempt has in common with its repetition, or null if the request is not one that is repeated. */
    private static @Nullable Object key(String name, BsonDocument request) {
        if (request.containsKey("txnNumber")) {
            boolean inTransaction = request.containsKey("autocommit");
            boolean ends = name.equals("commitTransaction") || name.equals("abortTransaction");
            return inTransaction && !ends ? null : List.of(name, request.get("txnNumber"));
        }
        if (!READS.contains(name)) {
            return null;
        }
        BsonDocument essence = new BsonDocument();
        request.forEach((field, value) -> {
            if (!VOLATILE.contains(field)) {
                essence.put(field, value);
            }
        });
        return essence;
    }

    void answered(ServerAddress server, int connectionId, BsonDocument request, BsonDocument reply) {
        if (request.isEmpty()) {
            return;
        }
        String name = request.getFirstKey();
        boolean failed = !reply.containsKey("ok") || reply.getNumber("ok").doubleValue() == 0;
        Counts counts = commands.computeIfAbsent(name, ignored -> new Counts());
        counts.answered++;
        counts.failed += failed ? 1 : 0;
        Attempt attempt = request.containsKey("lsid") ? attempts.get(request.get("lsid")) : null;
        if (attempt != null && attempt.key.equals(key(name, request))) {
            if (failed) {
                attempt.outcome = "error " + (reply.containsKey("code") ? reply.getNumber("code").intValue() : 0) + " "
                        + (reply.containsKey("codeName") ? reply.getString("codeName").getValue() : "");
            } else if (reply.containsKey("writeConcernError")) {
                attempt.outcome = "write concern error "
                        + reply.getDocument("writeConcernError").getNumber("code").intValue();
            } else {
                // The same again after this means that the reply was lost; a read may also be wanted twice.
                attempt.outcome = "a lost reply";
                attempt.succeeded = READS.contains(name);
            }
        }
    }

    private static String driver(@Nullable BsonDocument client) {
        String name = text(client, "driver", "name");
        String version = text(client, "driver", "version");
        return version.isEmpty() ? name : name + " " + version;
    }

    private static String text(@Nullable BsonDocument client, String part, String field) {
        BsonValue inner = client == null ? null : client.get(part);
        BsonValue value = inner != null && inner.isDocument() ? inner.asDocument().get(field) : null;
        return value != null && value.isString() ? value.asString().getValue() : "";
    }

    Activity activity() {
        Map<String, Activity.Commands> byName = new HashMap<>();
        commands.forEach((name, counts) -> byName.put(name,
                new Activity.Commands(counts.arrived, counts.answered, counts.failed)));
        List<Activity.Client> clients = new ArrayList<>();
        programs.forEach((who, program) -> clients.add(
                new Activity.Client(who.get(0), who.get(1), program.connections.size(), program.commands)));
        return new Activity(byName, clients, List.copyOf(repetitions), repeatedWrites, repeatedReads);
    }
}
