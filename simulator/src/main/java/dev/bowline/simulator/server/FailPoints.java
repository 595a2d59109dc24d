package dev.bowline.simulator.server;

import de.bwaldvogel.mongo.bson.Document;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** The fail points of one server, set by {@code configureFailPoint}. */
final class FailPoints {
    private static final class FailPoint {
        final Document data;
        long skip;
        long times;
        long triggered;

        FailPoint(Document data, long skip, long times) {
            this.data = data;
            this.skip = skip;
            this.times = times;
        }

        /** True if this occurrence is one to fail. */
        boolean take() {
            if (skip > 0) {
                skip--;
                return false;
            }
            if (times == 0) {
                return false;
            }
            if (times > 0) {
                times--;
            }
            triggered++;
            return true;
        }
    }

    private final ReentrantLock lock = new ReentrantLock();
    /** Guarded by the lock. */
    private final Map<String, FailPoint> active = new HashMap<>();
    private volatile boolean any;

    /** Executes configureFailPoint; returns how often the fail point had been entered before. */
    long configure(String name, @Nullable Object mode, Document data) {
        FailPoint fresh;
        if ("off".equals(mode)) {
            fresh = null;
        } else if ("alwaysOn".equals(mode)) {
            fresh = new FailPoint(data, 0, -1);
        } else if (mode instanceof Document document && document.get("times") instanceof Number times) {
            fresh = new FailPoint(data, 0, times.longValue());
        } else if (mode instanceof Document document && document.get("skip") instanceof Number skip) {
            fresh = new FailPoint(data, skip.longValue(), -1);
        } else if (mode instanceof Document document && document.containsKey("activationProbability")) {
            fresh = new FailPoint(data, 0, -1);
        } else {
            throw new ServerError(9, "Failpoint mode must be 'off', 'alwaysOn', or an object with 'times' or 'skip'");
        }
        lock.lock();
        try {
            FailPoint before = fresh == null ? active.remove(name) : active.put(name, fresh);
            any = !active.isEmpty();
            return before == null ? 0 : before.triggered;
        } finally {
            lock.unlock();
        }
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
            FailPoint point = active.get("failCommand");
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
            return point.take() ? point.data : null;
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
            return point != null && point.take() ? point.data : null;
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
