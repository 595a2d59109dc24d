package dev.bowline.simulator.replication;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A member's log, or the part of it that its data reflects. Entries are numbered from 1. The oldest may have been
 * forgotten: those that every member has committed and applied, so that wherever two logs have forgotten something they
 * agree.
 */
final class Log {
    private final ArrayList<Entry> entries = new ArrayList<>();
    private long forgotten;

    long lastIndex() {
        return forgotten + entries.size();
    }

    /** The index of the oldest entry that is remembered, or would be if there were one. */
    long oldestIndex() {
        return forgotten + 1;
    }

    /** How many entries are remembered. */
    int size() {
        return entries.size();
    }

    boolean has(long index) {
        return index > forgotten && index <= lastIndex();
    }

    boolean has(Entry entry) {
        return has(entry.index()) && get(entry.index()) == entry;
    }

    Entry get(long index) {
        return entries.get((int) (index - forgotten - 1));
    }

    @Nullable
    Entry last() {
        return entries.isEmpty() ? null : entries.get(entries.size() - 1);
    }

    void add(Entry entry) {
        entries.add(entry);
    }

    /** Begins with these entries, as if all before them had been here. */
    void beginWith(List<Entry> first) {
        forgotten = first.get(0).index() - 1;
        entries.addAll(first);
    }

    /** Drops everything after this index. */
    void cutAfter(long index) {
        entries.subList((int) (index - forgotten), entries.size()).clear();
    }

    /** Forgets everything before this index; the entry there stays. */
    void forgetBefore(long index) {
        if (index > forgotten + 1) {
            entries.subList(0, (int) (index - forgotten - 1)).clear();
            forgotten = index - 1;
        }
    }

    /** The entries after one index up to another. */
    List<Entry> between(long after, long last) {
        return List.copyOf(entries.subList((int) (after - forgotten), (int) (last - forgotten)));
    }

    /** How far two logs agree. */
    long commonWith(Log other) {
        long common = Math.min(lastIndex(), other.lastIndex());
        while (has(common) && other.has(common) && get(common) != other.get(common)) {
            common--;
        }
        return common;
    }

    /**
     * The index of the last entry not later than this timestamp; one that is not remembered if all remembered are
     * later.
     */
    long indexAt(long timestamp) {
        int low = 0;
        int high = entries.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (Long.compareUnsigned(entries.get(middle).timestamp(), timestamp) <= 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low == 0 && forgotten > 0 ? forgotten - 1 : forgotten + low;
    }
}
