package dev.bowline.driver.operation;

import java.nio.charset.StandardCharsets;

/** A collection's full name. Checked once, when the collection is created; the server may still refuse it. */
public record Namespace(String database, String collection) {
    public Namespace {
        checkDatabase(database);
        if (collection.isEmpty()) {
            throw new IllegalArgumentException("The collection name is empty");
        }
        if (collection.indexOf('\0') >= 0) {
            throw new IllegalArgumentException("The collection name contains a null character");
        }
    }

    /** Splits at the first dot. */
    public static Namespace parse(String fullName) {
        int dot = fullName.indexOf('.');
        if (dot < 0) {
            throw new IllegalArgumentException("The namespace '" + fullName + "' has no dot");
        }
        return new Namespace(fullName.substring(0, dot), fullName.substring(dot + 1));
    }

    public static String checkDatabase(String name) {
        if (name.isEmpty()) {
            throw new IllegalArgumentException("The database name is empty");
        }
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            if (c == '\0' || c == ' ' || c == '.' || c == '/' || c == '\\' || c == '"') {
                throw new IllegalArgumentException(
                        "The database name '" + name + "' contains the character '" + c + "'");
            }
        }
        return name;
    }

    public String fullName() {
        return database + "." + collection;
    }

    int fullNameBytes() {
        return fullName().getBytes(StandardCharsets.UTF_8).length;
    }

    @Override
    public String toString() {
        return fullName();
    }
}
