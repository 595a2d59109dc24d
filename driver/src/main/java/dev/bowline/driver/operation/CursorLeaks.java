package dev.bowline.driver.operation;

import dev.bowline.egress.environment.Environment;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.egress.event.RateLimitedLog;
import java.lang.ref.PhantomReference;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;

/**
 * Finds cursors that the application has lost without closing them, while the server still holds them: the garbage
 * collector says so. It is asked when the next cursor is opened, and when the client is closed. A cursor whose first
 * batch is its last costs nothing.
 */
final class CursorLeaks {
    private final RateLimitedLog log;
    private final ReferenceQueue<Object> lost = new ReferenceQueue<>();
    /** A reference that is itself unreachable is never queued. */
    private final Set<Opened> open = ConcurrentHashMap.newKeySet();

    /** A cursor that the server holds, without keeping it from the garbage collector. */
    final class Opened extends PhantomReference<Object> {
        private final String namespace;
        private final ServerAddress address;

        private Opened(Object cursor, String namespace, ServerAddress address) {
            super(cursor, lost);
            this.namespace = namespace;
            this.address = address;
        }

        /** The server no longer holds the cursor, or got killCursors. */
        void closed() {
            open.remove(this);
            clear();
        }
    }

    CursorLeaks(Environment environment, Logger log) {
        this.log = new RateLimitedLog(environment, log);
    }

    /** The server holds a cursor from now on. */
    Opened opened(Object cursor, String namespace, ServerAddress address) {
        report();
        Opened opened = new Opened(cursor, namespace, address);
        open.add(opened);
        return opened;
    }

    /** Warns of the cursors that were lost since the last time, and returns how many these are. */
    int report() {
        int found = 0;
        Reference<?> next;
        while ((next = lost.poll()) != null) {
            Opened leaked = (Opened) next;
            if (open.remove(leaked)) {
                found++;
                log.warn(leaked.namespace,
                        "A cursor of {} was lost without being closed; {} keeps it, with its session, "
                                + "until it times out. Use try-with-resources.",
                        leaked.namespace, leaked.address);
            }
        }
        return found;
    }
}
