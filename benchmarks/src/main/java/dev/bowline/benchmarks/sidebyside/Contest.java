package dev.bowline.benchmarks.sidebyside;

import java.util.List;

/**
 * A work and the circumstances in which it is done.
 *
 * @param operations of one slice
 * @param pinned whether clients and server share one CPU
 * @param server which server it needs
 * @param options of the connection string, each as {@code name=value}
 */
public record Contest(String title, String group, String description, Work work, int operations, int callers,
        boolean pinned, ServerKind server, List<String> options, List<String> contestants) {

    /** The embedded servers. */
    public enum ServerKind {
        /** None at all. */
        NONE, CANNED, CANNED_TLS, SET_OF_3, SET_OF_10, ROUTERS_100, ROUTERS_1000;

        /** Whether any other deployment does as well. */
        boolean isOrdinary() {
            return this == CANNED;
        }

        int members() {
            return switch (this) {
                case NONE, CANNED, CANNED_TLS -> 1;
                case SET_OF_3 -> 3;
                case SET_OF_10 -> 10;
                case ROUTERS_100 -> 100;
                case ROUTERS_1000 -> 1000;
            };
        }
    }

    /** Whether system calls of every kind are counted, which takes a while and says little about variants. */
    boolean countsCalls() {
        return group.equals("Operations") || title.equals("callers-64");
    }

    /** The same in the first slice of a fresh process. */
    Contest cold() {
        return new Contest(title + "-cold", "Cold", description + ": the first slice of a fresh process", work,
                operations, callers, pinned, server, options, contestants);
    }

    Contest on(ServerKind other) {
        return new Contest(title, group, description, work, operations, callers, pinned, other, options, contestants);
    }

    Contest with(String... moreOptions) {
        return new Contest(title, group, description, work, operations, callers, pinned, server, List.of(moreOptions),
                contestants);
    }

    Contest by(String... others) {
        return new Contest(title, group, description, work, operations, callers, pinned, server, options,
                List.of(others));
    }

    /** Without those who are not in this list. */
    public Contest only(List<String> some) {
        return by(contestants.stream().filter(some::contains).toArray(String[]::new));
    }

    /** Many callers, on all CPUs: for throughput and latency. */
    Contest callers(int count) {
        return new Contest(title, group, description, work, operations, count, false, server, options, contestants);
    }

    /** On one CPU however many callers there are: for what a caller costs. */
    Contest onOneCpu() {
        return new Contest(title, group, description, work, operations, callers, true, server, options, contestants);
    }

    /** A slice this many times shorter, to see whether things work at all. */
    Contest shortened(int times) {
        return new Contest(title, group, description, work, Math.max(Math.max(1, callers), operations / times), callers,
                pinned, server, options, contestants);
    }
}
