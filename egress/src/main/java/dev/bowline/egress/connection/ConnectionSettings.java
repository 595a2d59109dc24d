package dev.bowline.egress.connection;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.bowline.egress.stream.StreamSettings;
import dev.bowline.error.MongoConfigurationException;
import dev.bowline.settings.AppendedLibraries;
import dev.bowline.settings.MongoCredential;
import dev.bowline.settings.ServerApi;
import dev.bowline.settings.WrappingLibrary;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Everything that is decided about a connection before it is made.
 *
 * @param stream how the bytes travel
 * @param socketTimeoutMillis {@code socketTimeoutMS}: the longest wait for a single exchange; 0 for none
 * @param appName {@code appName}, sent to the server; at most 128 bytes of UTF-8
 * @param compressors {@code compressors}, in order of preference
 * @param zlibCompressionLevel {@code zlibCompressionLevel}, -1 to 9
 * @param credential null for an anonymous connection
 * @param serverApi null to leave the choice to the server
 * @param loadBalanced {@code loadBalanced}: the peer is a load balancer and must name its service
 * @param wrapping a library built on this one, reported to the server; null if there is none
 * @param appended libraries that are named later on
 * @param safeguards what a server may do to the client
 */
public record ConnectionSettings(StreamSettings stream, long socketTimeoutMillis, @Nullable String appName,
        List<String> compressors, int zlibCompressionLevel, @Nullable MongoCredential credential,
        @Nullable ServerApi serverApi, boolean loadBalanced, @Nullable WrappingLibrary wrapping,
        Safeguards safeguards, AppendedLibraries appended) {
    /**
     * Checks the values and copies the list of compressors.
     *
     * @throws MongoConfigurationException if {@code appName} has more than 128 bytes in UTF-8, or the socket timeout is
     *     negative
     */
    public ConnectionSettings {
        compressors = List.copyOf(compressors);
        if (appName != null && appName.getBytes(UTF_8).length > ClientMetadata.MAX_APP_NAME_BYTES) {
            throw new MongoConfigurationException(
                    "appName has more than " + ClientMetadata.MAX_APP_NAME_BYTES + " bytes in UTF-8: " + appName);
        }
        if (socketTimeoutMillis < 0) {
            throw new MongoConfigurationException("socketTimeoutMS is " + socketTimeoutMillis + ", less than 0");
        }
    }

    /**
     * The default settings: default stream settings, no socket timeout, no compression, no credential, no declared API
     * version, and {@link Safeguards#DEFAULTS}. Every call returns a new, empty {@link AppendedLibraries} with them.
     */
    public static ConnectionSettings defaults() {
        return new ConnectionSettings(StreamSettings.defaults(), 0, null, List.of(), -1, null, null, false, null,
                Safeguards.DEFAULTS, new AppendedLibraries());
    }

    /** A copy of these settings with other stream settings. */
    public ConnectionSettings withStream(StreamSettings settings) {
        return new ConnectionSettings(settings, socketTimeoutMillis, appName, compressors, zlibCompressionLevel,
                credential, serverApi, loadBalanced, wrapping, safeguards, appended);
    }

    /**
     * A copy of these settings with another {@code socketTimeoutMS}.
     *
     * @param millis the longest wait for a single exchange, in milliseconds; 0 for no limit
     * @return the copy
     * @throws MongoConfigurationException if {@code millis} is negative
     */
    public ConnectionSettings withSocketTimeoutMillis(long millis) {
        return new ConnectionSettings(stream, millis, appName, compressors, zlibCompressionLevel, credential, serverApi,
                loadBalanced, wrapping, safeguards, appended);
    }

    /**
     * A copy of these settings with another {@code appName}.
     *
     * @param name the application name that the server shows in its logs; null for none
     * @return the copy
     * @throws MongoConfigurationException if the name has more than 128 bytes in UTF-8
     */
    public ConnectionSettings withAppName(@Nullable String name) {
        return new ConnectionSettings(stream, socketTimeoutMillis, name, compressors, zlibCompressionLevel, credential,
                serverApi, loadBalanced, wrapping, safeguards, appended);
    }

    /**
     * A copy of these settings with other {@code compressors}. The names are checked when a {@link ConnectionFactory}
     * is created, not here.
     *
     * @param names the names of the compressors, most preferred first; empty for no compression
     * @return the copy
     */
    public ConnectionSettings withCompressors(List<String> names) {
        return new ConnectionSettings(stream, socketTimeoutMillis, appName, names, zlibCompressionLevel, credential,
                serverApi, loadBalanced, wrapping, safeguards, appended);
    }

    /**
     * A copy of these settings with another {@code zlibCompressionLevel}.
     *
     * @param level from 0 (no compression) to 9 (smallest output), or -1 for the default of zlib
     * @return the copy
     */
    public ConnectionSettings withZlibCompressionLevel(int level) {
        return new ConnectionSettings(stream, socketTimeoutMillis, appName, compressors, level, credential, serverApi,
                loadBalanced, wrapping, safeguards, appended);
    }

    /** A copy of these settings with another credential; null for connections that do not authenticate. */
    public ConnectionSettings withCredential(@Nullable MongoCredential newCredential) {
        return new ConnectionSettings(stream, socketTimeoutMillis, appName, compressors, zlibCompressionLevel,
                newCredential, serverApi, loadBalanced, wrapping, safeguards, appended);
    }

    /** A copy of these settings that declares this version of the stable API; null to declare none. */
    public ConnectionSettings withServerApi(@Nullable ServerApi api) {
        return new ConnectionSettings(stream, socketTimeoutMillis, appName, compressors, zlibCompressionLevel,
                credential, api, loadBalanced, wrapping, safeguards, appended);
    }

    /** A copy of these settings with another value of {@code loadBalanced}: whether the peer is a load balancer. */
    public ConnectionSettings withLoadBalanced(boolean balanced) {
        return new ConnectionSettings(stream, socketTimeoutMillis, appName, compressors, zlibCompressionLevel,
                credential, serverApi, balanced, wrapping, safeguards, appended);
    }

    /** A copy of these settings that names a library built on Bowline to the server; null to name none. */
    public ConnectionSettings withWrapping(@Nullable WrappingLibrary library) {
        return new ConnectionSettings(stream, socketTimeoutMillis, appName, compressors, zlibCompressionLevel,
                credential, serverApi, loadBalanced, library, safeguards, appended);
    }

    /**
     * A copy of these settings with another holder of appended libraries. The copy shares the holder with the caller: a
     * library appended to it later is named by the connections made after that.
     */
    public ConnectionSettings withAppended(AppendedLibraries libraries) {
        return new ConnectionSettings(stream, socketTimeoutMillis, appName, compressors, zlibCompressionLevel,
                credential, serverApi, loadBalanced, wrapping, safeguards, libraries);
    }

    /** A copy of these settings with other safeguards against the server. */
    public ConnectionSettings withSafeguards(Safeguards newSafeguards) {
        return new ConnectionSettings(stream, socketTimeoutMillis, appName, compressors, zlibCompressionLevel,
                credential, serverApi, loadBalanced, wrapping, newSafeguards, appended);
    }
}
