package dev.bowline.simulator.server;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import org.jspecify.annotations.Nullable;

/** The users of a deployment. Safe for use by many threads. */
public final class Users {
    /** One user, with the mechanisms they may use. */
    public record User(String database, String name, String password, List<String> mechanisms) {
        @Override
        public String toString() {
            return name + "@" + database;
        }
    }

    private final Map<String, User> users = new ConcurrentSkipListMap<>();

    public void add(User user) {
        users.put(user.database() + "." + user.name(), user);
    }

    boolean remove(String database, String name) {
        return users.remove(database + "." + name) != null;
    }

    @Nullable
    User find(String database, String name) {
        return users.get(database + "." + name);
    }

    List<User> all() {
        return List.copyOf(users.values());
    }
}
