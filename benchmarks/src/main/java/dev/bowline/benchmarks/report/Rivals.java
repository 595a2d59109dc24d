package dev.bowline.benchmarks.report;

import java.util.List;

/**
 * Who is compared with whom in the tables.
 *
 * @param ours the contestant whose figures are divided
 * @param theirs the contestant by whose figures
 */
record Rivals(String ours, String theirs) {
    static final List<Rivals> ALL = List.of(new Rivals("bowline", "official"), new Rivals("bowline", "socket"),
            new Rivals("bowline-virtual", "official-virtual"), new Rivals("bowline-async", "reactive"),
            new Rivals("bowline-sync", "bowline"), new Rivals("bowline-sync-fetched", "bowline"),
            new Rivals("bowline-sync", "official"), new Rivals("bowline-recorded", "bowline"),
            new Rivals("bowline-listened", "bowline"), new Rivals("bowline-observed", "bowline"),
            new Rivals("bowline-watched", "bowline"), new Rivals("bowline-micrometer", "bowline"),
            new Rivals("bowline-observations", "bowline"), new Rivals("bowline-opentelemetry", "bowline"),
            // What could be reached at all.
            new Rivals("socket", "official"));

    @Override
    public String toString() {
        return ours + " / " + theirs;
    }
}
