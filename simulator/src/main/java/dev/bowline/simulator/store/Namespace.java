package dev.bowline.simulator.store;

/** A database and a collection in it. */
public record Namespace(String database, String collection) {
    public String fullName() {
        return database + "." + collection;
    }

    public static Namespace parse(String fullName) {
        int dot = fullName.indexOf('.');
        return dot < 0
                ? new Namespace(fullName, "")
                : new Namespace(fullName.substring(0, dot), fullName.substring(dot + 1));
    }

    @Override
    public String toString() {
        return fullName();
    }
}
