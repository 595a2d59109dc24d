package dev.bowline.egress.connection;

import org.jspecify.annotations.Nullable;

/**
 * The stable API that a client declares with every command.
 *
 * @param version such as "1"
 * @param strict null to leave it out
 * @param deprecationErrors null to leave it out
 */
public record ServerApi(String version, @Nullable Boolean strict, @Nullable Boolean deprecationErrors) {
    public static ServerApi version(String version) {
        return new ServerApi(version, null, null);
    }
}
