package dev.bowline.simulator.store;

import java.util.SortedMap;
import java.util.TreeMap;

/** The collections of one database. */
public final class StoreDatabase {
    final SortedMap<String, StoredCollection> collections = new TreeMap<>();

    /** Its collections by name, in order. */
    public SortedMap<String, StoredCollection> collections() {
        return collections;
    }

    boolean isEmpty() {
        return collections.isEmpty();
    }
}
