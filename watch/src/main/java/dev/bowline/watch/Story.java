package dev.bowline.watch;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What happened to a client and its deployment, as sentences, and the failovers among it. Keeps the last {@value
 * #MAX_EVENTS} events and {@value #MAX_FAILOVERS} failovers. Things that happen often are one event with a count.
 */
final class Story {
    static final int MAX_EVENTS = 400;
    static final int MAX_FAILOVERS = 50;
    private static final int MAX_TEXT = 400;
    /** Within this time the same thing again is counted in the event of the first. */
    private static final long SAME_MILLIS = 5000;

    /** What kind of thing happened. */
    enum Kind {
        PRIMARY_LOST,
        PRIMARY_FOUND,
        SERVER_LOST,
        SERVER_FOUND,
        STEPPED_DOWN,
        SERVERS_CHANGED,
        CHECK_FAILED,
        POOL_CLEARED,
        POOL_READY,
        RETRIED,
        FAILED,
        CONTROL,
        CLIENT
    }

    /**
     * One event.
     *
     * @param revision grows with every change; a reader asks for what is newer than the newest that it has
     * @param count how often it happened
     */
    record Event(long id, long revision, long millis, Kind kind, String server, String text, int count) {}

    /**
     * The time without a primary, from the loss of one to the next.
     *
     * @param endMillis -1 while there is none
     * @param affected operations that were under way or began meanwhile and have ended
     * @param firstMillis when the first of them began, -1 if there is none: of a primary that stopped answering, about
     *     the time when it did
     */
    record Failover(long id, long revision, long startMillis, long endMillis, String from, String to, String reason,
            int affected, int retries, int failed, double worstMillis, long firstMillis) {
        boolean isOver() {
            return endMillis >= 0;
        }
    }

    /** A count that goes to the latest failover. */
    private enum Effect {
        ENDED, FAILED, RETRIED
    }

    private final Object lock = new Object();
    private final ArrayDeque<Event> events = new ArrayDeque<>();
    private final ArrayDeque<Failover> failovers = new ArrayDeque<>();
    private long ids;
    private long revisions;
    /** Whether the primary that the latest failover replaced has not been heard of since. */
    private boolean unheard;
    /** The end of the last failover, or Long.MAX_VALUE during one; read without the lock by every operation. */
    private volatile long failoverEndMillis = -1;

    /** Adds an event, or counts it in an equal one of the last seconds. */
    void add(long millis, Kind kind, String server, String text) {
        String shown = shortened(text);
        synchronized (lock) {
            for (Event event : events.reversed()) {
                if (millis - event.millis() > SAME_MILLIS) {
                    break;
                }
                if (isCounted(kind) && event.kind() == kind && event.server().equals(server)
                        && event.text().equals(shown)) {
                    events.remove(event);
                    events.addLast(new Event(event.id(), ++revisions, event.millis(), kind, server, shown,
                            event.count() + 1));
                    return;
                }
            }
            events.addLast(new Event(++ids, ++revisions, millis, kind, server, shown, 1));
            if (events.size() > MAX_EVENTS) {
                events.removeFirst();
            }
        }
    }

    private static boolean isCounted(Kind kind) {
        return switch (kind) {
            case CHECK_FAILED, POOL_CLEARED, RETRIED, FAILED -> true;
            case PRIMARY_LOST, PRIMARY_FOUND, SERVER_LOST, SERVER_FOUND, STEPPED_DOWN, SERVERS_CHANGED, POOL_READY,
                    CONTROL, CLIENT ->
                false;
        };
    }

    /**
     * There is no primary any more.
     *
     * @param isUnknown whether nothing is known of it now; otherwise it has answered, and can only be silent later
     */
    void primaryLost(long millis, String from, String reason, boolean isUnknown) {
        synchronized (lock) {
            failovers.addLast(new Failover(++ids, ++revisions, millis, -1, from, "", shortened(reason), 0, 0, 0, 0,
                    -1));
            unheard = isUnknown;
            if (failovers.size() > MAX_FAILOVERS) {
                failovers.removeFirst();
            }
            failoverEndMillis = Long.MAX_VALUE;
        }
    }

    /** There is a primary again, or another one. Ends the failover that is under way, if one is. */
    void primaryFound(long millis, String to) {
        synchronized (lock) {
            Failover last = failovers.peekLast();
            if (last != null && !last.isOver()) {
                failovers.removeLast();
                failovers.addLast(new Failover(last.id(), ++revisions, last.startMillis(), millis, last.from(), to,
                        last.reason(), last.affected(), last.retries(), last.failed(), last.worstMillis(),
                        last.firstMillis()));
                failoverEndMillis = millis;
            }
        }
    }

    /** A server has answered. */
    void heard(String address) {
        synchronized (lock) {
            Failover last = failovers.peekLast();
            if (last != null && last.from().equals(address)) {
                unheard = false;
            }
        }
    }

    /**
     * A server does not answer. If the latest failover replaced it and it has not answered since, that is why it was
     * replaced.
     */
    void silent(String address, String reason) {
        synchronized (lock) {
            Failover last = failovers.peekLast();
            if (last != null && unheard && last.from().equals(address)) {
                failovers.removeLast();
                failovers.addLast(new Failover(last.id(), ++revisions, last.startMillis(), last.endMillis(),
                        last.from(), last.to(), shortened(reason), last.affected(), last.retries(), last.failed(),
                        last.worstMillis(), last.firstMillis()));
            }
        }
    }

    /** An operation has ended. Counts in the latest failover if the operation began before the end of that. */
    void operationEnded(long startMillis, double tookMillis, boolean failed) {
        if (startMillis <= failoverEndMillis) {
            effect(startMillis, startMillis + (long) tookMillis, failed ? Effect.FAILED : Effect.ENDED, tookMillis);
        }
    }

    /** An operation is tried again that began at this time. */
    void operationRetried(long startMillis, long nowMillis) {
        if (startMillis <= failoverEndMillis) {
            effect(startMillis, nowMillis, Effect.RETRIED, 0);
        }
    }

    private void effect(long beganMillis, long nowMillis, Effect effect, double tookMillis) {
        synchronized (lock) {
            Failover last = failovers.peekLast();
            if (last == null || nowMillis < last.startMillis()) {
                return;
            }
            failovers.removeLast();
            failovers.addLast(new Failover(last.id(), ++revisions, last.startMillis(), last.endMillis(), last.from(),
                    last.to(), last.reason(), last.affected() + (effect == Effect.RETRIED ? 0 : 1),
                    last.retries() + (effect == Effect.RETRIED ? 1 : 0),
                    last.failed() + (effect == Effect.FAILED ? 1 : 0),
                    Math.max(last.worstMillis(), tookMillis),
                    last.firstMillis() < 0 ? beganMillis : Math.min(last.firstMillis(), beganMillis)));
        }
    }

    /** The events that were added or counted after a revision, the oldest change first. */
    List<Event> events(long afterRevision) {
        synchronized (lock) {
            return events.stream().filter(event -> event.revision() > afterRevision).toList();
        }
    }

    /** All failovers that are kept, the oldest first. */
    List<Failover> failovers() {
        synchronized (lock) {
            return new ArrayList<>(failovers);
        }
    }

    long revision() {
        synchronized (lock) {
            return revisions;
        }
    }

    /** The first line of a text, not longer than a page can show. */
    static String shortened(@Nullable String text) {
        String line = Objects.requireNonNullElse(text, "").lines().findFirst().orElse("");
        return line.length() <= MAX_TEXT ? line : line.substring(0, MAX_TEXT) + "...";
    }
}
