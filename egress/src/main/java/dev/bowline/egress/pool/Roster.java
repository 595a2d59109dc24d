package dev.bowline.egress.pool;

import java.util.ArrayList;
import java.util.List;

/** All connections of a pool that are not closed, with removal in constant time. */
final class Roster {
    private final List<PoolEntry> connections = new ArrayList<>();

    void add(PoolEntry connection) {
        connections.add(connection);
        connection.index = connections.size() - 1;
    }

    void remove(PoolEntry connection) {
        PoolEntry last = connections.removeLast();
        if (last != connection) {
            connections.set(connection.index, last);
            last.index = connection.index;
        }
        connection.index = -1;
    }

    int size() {
        return connections.size();
    }

    PoolEntry get(int index) {
        return connections.get(index);
    }
}
