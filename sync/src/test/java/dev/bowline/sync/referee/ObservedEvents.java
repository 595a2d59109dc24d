package dev.bowline.sync.referee;

import com.mongodb.MongoClientSettings;
import com.mongodb.MongoException;
import com.mongodb.ServerAddress;
import com.mongodb.connection.ClusterDescription;
import com.mongodb.connection.ClusterId;
import com.mongodb.connection.ConnectionDescription;
import com.mongodb.connection.ConnectionId;
import com.mongodb.connection.ConnectionPoolSettings;
import com.mongodb.connection.ServerDescription;
import com.mongodb.connection.ServerId;
import com.mongodb.event.ClusterListener;
import com.mongodb.event.CommandListener;
import com.mongodb.event.ConnectionPoolListener;
import com.mongodb.event.ServerListener;
import com.mongodb.event.ServerMonitorListener;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.Date;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.bson.BsonDocument;
import org.bson.types.ObjectId;

/**
 * The events of one client, a line each with every field, kind by kind. Threads of the driver make them, so only the
 * order within one kind, and for pools and monitors within one server, is fixed.
 */
final class ObservedEvents {
    /** Of commands: ours limits the time of endSessions, and does not tell a standalone where to read. */
    private static final Set<String> NOT_COMPARED = Set.of("maxTimeMS", "$readPreference");

    private final Normal normal = new Normal();
    private final Map<String, List<String>> lines = new TreeMap<>();
    /** Monitors and pools number their connections for themselves. */
    private final Map<String, Map<Object, Integer>> connections = new HashMap<>();
    private final Map<Object, Integer> operations = new HashMap<>();
    private final Map<ServerAddress, Integer> servers = new HashMap<>();
    private final Set<String> closed = new HashSet<>();

    MongoClientSettings.Builder listen(MongoClientSettings.Builder settings) {
        return settings.addCommandListener(listener("command", CommandListener.class))
                .applyToConnectionPoolSettings(pool -> pool.addConnectionPoolListener(listener("pool",
                        ConnectionPoolListener.class)))
                .applyToClusterSettings(cluster -> cluster.addClusterListener(listener("cluster",
                        ClusterListener.class)))
                .applyToServerSettings(server -> server.addServerListener(listener("server", ServerListener.class))
                        .addServerMonitorListener(listener("monitor", ServerMonitorListener.class)));
    }

    private <T> T listener(String kind, Class<T> type) {
        InvocationHandler handler = (proxy, method, arguments) -> {
            if (method.getDeclaringClass() == Object.class) {
                return switch (method.getName()) {
                    case "hashCode" -> System.identityHashCode(proxy);
                    case "equals" -> proxy == arguments[0];
                    default -> "listener";
                };
            }
            add(kind, method.getName(), arguments[0]);
            return null;
        };
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[]{type}, handler));
    }

    private synchronized void add(String kind, String method, Object event) {
        if (closed.contains(kind)) {
            return;
        }
        lines.computeIfAbsent(kind, key -> new ArrayList<>()).add(method + " " + event.getClass().getSimpleName()
                + fields(kind, event));
        notifyAll();
    }

    /** Waits for an event whose line contains some text. */
    synchronized void await(String kind, String text, int times) throws InterruptedException {
        while (lines.getOrDefault(kind, List.of()).stream().filter(line -> line.contains(text)).count() < times) {
            wait();
        }
    }

    synchronized List<String> lines(String kind) {
        return List.copyOf(lines.getOrDefault(kind, List.of()));
    }

    private Map<Object, Integer> numbers(String kind) {
        return connections.computeIfAbsent(kind, key -> new HashMap<>());
    }

    /** Forgets what came after a number of events, for kinds that never end. */
    synchronized void cut(String kind, int count) {
        closed.add(kind);
        List<String> all = lines.get(kind);
        all.subList(count, all.size()).clear();
    }

    private String fields(String kind, Object event) {
        return Arrays.stream(event.getClass().getMethods()).filter(method -> method.getParameterCount() == 0
                && method.getDeclaringClass() != Object.class && (method.getName().startsWith("get")
                        || method.getName().startsWith("is") || method.getName().startsWith("has")))
                .filter(method -> !method.getName().equals("hashCode")).sorted(Comparator.comparing(
                        Method::getName))
                .map(method -> method.getName() + "=" + field(kind, event, method))
                .collect(Collectors.joining(", ", "{", "}"));
    }

    private String field(String kind, Object event, Method method) {
        Object value;
        try {
            value = method.invoke(event);
        } catch (ReflectiveOperationException e) {
            return "threw " + e.getCause();
        }
        return switch (method.getName()) {
            case "getOperationId" -> "operation " + operations.computeIfAbsent(value, key -> operations.size() + 1);
            case "getRequestId" -> "request";
            // Theirs says hello twice in the first check, and calls it awaited if the second is.
            case "getReply", "isAwaited" -> "not compared";
            // There only as long as the last reply was to a hello by its old name.
            case "isHelloOk" -> "not compared";
            case "getLocalValue" -> value.toString();
            case "getRoundTripTimeNanos", "getMinRoundTripTimeNanos", "getElapsedTimeNanos" -> "time";
            case "getShortDescription" -> "short";
            default -> text(kind, value);
        };
    }

    private String text(String kind, Object value) {
        return switch (value) {
            case null -> "null";
            case ServerAddress address -> "server " + servers.computeIfAbsent(address, key -> servers.size() + 1);
            case ClusterId id -> "cluster";
            case ServerId id -> text(kind, id.getAddress());
            case ConnectionId id -> "connection " + numbers(kind).computeIfAbsent(id.getServerId() + " " + id
                    .getLocalValue(), key -> numbers(kind).size() + 1) + (id.getServerValue() == null ? "" : " known");
            case ConnectionDescription connection ->
                text(kind, connection.getConnectionId()) + fields(kind, connection);
            case ServerDescription server -> fields(kind, server);
            case ClusterDescription cluster -> fields(kind, cluster);
            case ConnectionPoolSettings settings -> settings.getMinSize() + " to " + settings.getMaxSize();
            case BsonDocument document -> new TreeMap<>(document).entrySet().stream()
                    .filter(field -> !NOT_COMPARED.contains(field.getKey()))
                    .map(field -> field.getKey() + ": " + normal.field(field.getKey(), field.getValue())).toList()
                    .toString();
            case Throwable error -> error.getClass().getName() + (error instanceof MongoException mongo
                    ? " code " + mongo.getCode() + " labels " + labels(mongo)
                    : "") + (error.getCause() == null ? "" : " because " + error.getCause().getClass().getName());
            case Date date -> "date";
            case ObjectId id -> "id";
            case Collection<?> all -> all.stream().map(each -> text(kind, each)).toList().toString();
            case Number number -> number.longValue() > 1_000_000_000L ? "large" : number.toString();
            case Enum<?> constant -> constant.name();
            case Boolean flag -> flag.toString();
            case String string -> string.replaceAll("(localhost|127\\.0\\.0\\.1):\\d+", "(server)");
            default -> value.getClass().getName().startsWith("com.mongodb.connection.")
                    ? "set"
                    : value.getClass()
                            .getSimpleName();
        };
    }

    /** Theirs also labels the errors of monitors, which are not retried by anyone. */
    private static Set<String> labels(MongoException error) {
        Set<String> labels = new TreeSet<>(error.getErrorLabels());
        labels.removeAll(Set.of("RetryableError", "SystemOverloadedError"));
        return labels;
    }
}
