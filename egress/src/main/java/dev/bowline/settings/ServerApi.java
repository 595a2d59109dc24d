package dev.bowline.settings;

import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The version of the stable API that a client declares with every command. Immutable. */
public final class ServerApi {
    private final String version;
    private final @Nullable Boolean strict;
    private final @Nullable Boolean deprecationErrors;

    private ServerApi(String version, @Nullable Boolean strict, @Nullable Boolean deprecationErrors) {
        this.version = version;
        this.strict = strict;
        this.deprecationErrors = deprecationErrors;
    }

    /** Version 1, the only one so far. */
    public static ServerApi v1() {
        return version("1");
    }

    /**
     * The version of this name. It leaves {@code strict} and {@code deprecationErrors} to the server.
     *
     * @param version the name of the version; only {@code "1"} exists
     * @return the API version
     * @throws IllegalArgumentException if there is no version of that name
     */
    public static ServerApi version(String version) {
        if (!version.equals("1")) {
            throw new IllegalArgumentException(
                    "There is no version '" + version + "' of the server API; only 1 is known");
        }
        return new ServerApi(version, null, null);
    }

    /** Whether the server refuses commands that are not part of the version. */
    public ServerApi withStrict(boolean value) {
        return new ServerApi(version, value, deprecationErrors);
    }

    /** Whether the server refuses what is deprecated in the version. */
    public ServerApi withDeprecationErrors(boolean value) {
        return new ServerApi(version, strict, value);
    }

    /** The name of the version, as the commands carry it in {@code apiVersion}. */
    public String version() {
        return version;
    }

    /** The value of {@code apiStrict}; empty to leave it to the server. */
    public Optional<Boolean> strict() {
        return Optional.ofNullable(strict);
    }

    /** The value of {@code apiDeprecationErrors}; empty to leave it to the server. */
    public Optional<Boolean> deprecationErrors() {
        return Optional.ofNullable(deprecationErrors);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof ServerApi that && version.equals(that.version) && Objects.equals(strict, that.strict)
                && Objects.equals(deprecationErrors, that.deprecationErrors);
    }

    @Override
    public int hashCode() {
        return Objects.hash(version, strict, deprecationErrors);
    }

    @Override
    public String toString() {
        return "version " + version + (strict == null ? "" : ", strict " + strict)
                + (deprecationErrors == null ? "" : ", deprecation errors " + deprecationErrors);
    }
}
