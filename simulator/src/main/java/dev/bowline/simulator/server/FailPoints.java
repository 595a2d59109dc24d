package dev.bowline.simulator.server;

import dev.bowline.egress.environment.Environment;
import dev.bowline.simulator.bson.Document;
import dev.bowline.simulator.expression.QueryError;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** The fail points of one server, set by {@code configureFailPoint}. One that is not simulated is refused by name. */
final class FailPoints {
    static final String STOP_REPLICATION = "stopReplProducer";
    static final String ALWAYS_TIME_OUT = "maxTimeAlwaysTimeOut";
    static final String NEVER_TIME_OUT = "maxTimeNeverTimeOut";
    static final String TRANSACTIONAL_WRITE = "onPrimaryTransactionalWrite";
    static final String GET_MORE = "failGetMoreAfterCursorCheckout";
    private static final String FAIL_COMMAND = "failCommand";

    private static final Set<String> EVERYWHERE = Set.of(FAIL_COMMAND, GET_MORE, ALWAYS_TIME_OUT, NEVER_TIME_OUT);
    private static final Set<String> OF_MEMBERS = Set.of(TRANSACTIONAL_WRITE, STOP_REPLICATION);
    /** Commands of the servers among themselves do not pass through the fail point, so that they may be included. */
    private static final Set<String> FAIL_COMMAND_OPTIONS = Set.of("failCommands", "closeConnection", "errorCode",
            "errorLabels", "writeConcernError", "appName", "blockConnection", "blockTimeMS", "namespace",
            "failInternalCommands");

    private static final class FailPoint {
        final Document data;
        final double probability;
        long skip;
        long times;
        long triggered;

        FailPoint(Document data, long skip, long times, double probability) {
            this.data = data;
            this.skip = skip;
            this.times = times;
            this.probability = probability;
        }

        /** True if this occurrence is one to fail. */
        boolean take(Environment environment) {
            if (skip > 0) {
                skip--;
                return false;
            }
            if (times == 0 || (probability < 1 && environment.random().nextDouble() >= probability)) {
                return false;
            }
            if (times > 0) {
                times--;
            }
            triggered++;
            return true;
        }
    }

    private final Environment environment;
    private final boolean router;
    private final ReentrantLock lock = new ReentrantLock();
    /** Guarded by the lock. */
    private final Map<String, FailPoint> active = new HashMap<>();
    private volatile boolean any;

    FailPoints(Environment environment, boolean router) {
        this.environment = environment;
        this.router = router;
    }

    /** Executes configureFailPoint; returns how often the fail point had been entered before. */
    long configure(Document command) {
        String name = Values.string(command, "configureFailPoint");
        if (name == null) {
            throw new ServerError(ErrorCodes.TYPE_MISMATCH, "configureFailPoint needs a name");
        }
        if (!EVERYWHERE.contains(name) && (router || !OF_MEMBERS.contains(name))) {
            throw Lacking.failPoint(name);
        }
        Object given = command.get("data");
        if (given != null && !(given instanceof Document)) {
            throw new ServerError(ErrorCodes.TYPE_MISMATCH, "the 'data' option must be a JSON object");
        }
        Document data = given instanceof Document document ? document : new Document();
        for (String option : data.keySet()) {
            if (name.equals(FAIL_COMMAND) && !FAIL_COMMAND_OPTIONS.contains(option)) {
                throw QueryError.notSimulated("the option " + option + " of the fail point " + name);
            }
        }
        FailPoint fresh = parse(command.get("mode"), data);
        lock.lock();
        try {
            FailPoint before = fresh == null ? active.remove(name) : active.put(name, fresh);
            any = !active.isEmpty();
            return before == null ? 0 : before.triggered;
        } finally {
            lock.unlock();
        }
    }

    /** The fail point that a mode describes, or null if it is off. */
    private static @Nullable FailPoint parse(@Nullable Object mode, Document data) {
        if (mode == null) {
            throw new ServerError(ErrorCodes.ILLEGAL_OPERATION, "When setting a failpoint, you must supply a 'mode'");
        }
        if (mode instanceof String text) {
            return switch (text) {
                case "off" -> null;
                case "alwaysOn" -> new FailPoint(data, 0, -1, 1);
                default -> throw new ServerError(ErrorCodes.BAD_VALUE, "unknown mode: " + text);
            };
        }
        if (!(mode instanceof Document options)) {
            throw new ServerError(ErrorCodes.TYPE_MISMATCH, "'mode' must be a string or JSON object");
        }
        if (options.containsKey("times")) {
            return new FailPoint(data, 0, count(options, "times"), 1);
        }
        if (options.containsKey("skip")) {
            return new FailPoint(data, count(options, "skip"), -1, 1);
        }
        if (options.containsKey("activationProbability")) {
            if (!(options.get("activationProbability") instanceof Number number)) {
                throw new ServerError(ErrorCodes.TYPE_MISMATCH,
                        "the 'activationProbability' option to 'mode' must be a number");
            }
            double probability = number.doubleValue();
            if (!(probability >= 0 && probability <= 1)) {
                throw new ServerError(ErrorCodes.BAD_VALUE, "activationProbability must be between 0.0 and 1.0; found "
                        + probability);
            }
            return new FailPoint(data, 0, -1, probability);
        }
        throw new ServerError(ErrorCodes.BAD_VALUE,
                "'mode' must be one of ['off', 'alwaysOn', 'times', 'skip', 'activationProbability']");
    }

    private static long count(Document options, String name) {
        if (!(options.get(name) instanceof Number number)) {
            throw new ServerError(ErrorCodes.TYPE_MISMATCH, "'" + name + "' option to 'mode' must be a number");
        }
        if (number.longValue() < 0 || number.longValue() > Integer.MAX_VALUE) {
            throw new ServerError(ErrorCodes.BAD_VALUE, "'" + name + "' option to 'mode' must be positive");
        }
        return number.longValue();
    }

    void clear() {
        lock.lock();
        try {
            active.clear();
            any = false;
        } finally {
            lock.unlock();
        }
    }

    /** The data of failCommand if it applies to this command of this client. */
    @Nullable
    Document failCommand(String command, @Nullable String appName, String namespace) {
        if (!any) {
            return null;
        }
        lock.lock();
        try {
            FailPoint point = active.get(FAIL_COMMAND);
            if (point == null || "configureFailPoint".equals(command)) {
                return null;
            }
            Object commands = point.data.get("failCommands");
            if (!(commands instanceof List<?> list) || !names(list, command)) {
                return null;
            }
            Object app = point.data.get("appName");
            if (app != null && !app.equals(appName)) {
                return null;
            }
            Object wanted = point.data.get("namespace");
            if (wanted != null && !wanted.equals(namespace)) {
                return null;
            }
            return point.take(environment) ? point.data : null;
        } finally {
            lock.unlock();
        }
    }

    /** The data of another fail point if it is on. */
    @Nullable
    Document take(String name) {
        if (!any) {
            return null;
        }
        lock.lock();
        try {
            FailPoint point = active.get(name);
            return point != null && point.take(environment) ? point.data : null;
        } finally {
            lock.unlock();
        }
    }

    /** Whether a fail point is set, without entering it. */
    boolean isOn(String name) {
        if (!any) {
            return false;
        }
        lock.lock();
        try {
            return active.containsKey(name);
        } finally {
            lock.unlock();
        }
    }

    private static boolean names(List<?> commands, String command) {
        for (Object name : commands) {
            // The server knows its command by one name whatever alias the client used.
            if (command.equals(name) || (name instanceof String text
                    && CommandTable.canonical(text).equals(CommandTable.canonical(command)))) {
                return true;
            }
        }
        return false;
    }
}
