package dev.bowline.driver.uri;

import static dev.bowline.driver.uri.OptionValues.flag;
import static dev.bowline.driver.uri.OptionValues.integer;
import static dev.bowline.driver.uri.OptionValues.oneOf;

import dev.bowline.concern.ReadPreferenceMode;
import dev.bowline.concern.TagSet;
import dev.bowline.settings.ServerMonitoringMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.bson.UuidRepresentation;
import org.jspecify.annotations.Nullable;

/**
 * The options a connection string may have, each with the type of its value. This list is the whole vocabulary: the
 * parser knows no other names, and the settings reference is checked against it.
 */
public final class UriOption<T> {
    private static final Map<String, UriOption<?>> BY_LOWER_CASE_NAME = new TreeMap<>();
    private static final List<UriOption<?>> ALL = new ArrayList<>();

    public static final UriOption<String> APP_NAME = option("appName", OptionValues.appName());
    public static final UriOption<String> AUTH_MECHANISM = option("authMechanism", OptionValues.text());
    public static final UriOption<Map<String, String>> AUTH_MECHANISM_PROPERTIES = secret("authMechanismProperties",
            OptionValues.properties());
    public static final UriOption<String> AUTH_SOURCE = option("authSource", OptionValues.text());
    public static final UriOption<List<String>> COMPRESSORS = option("compressors", OptionValues.compressors());
    public static final UriOption<Integer> CONNECT_TIMEOUT_MS = option("connectTimeoutMS", integer(0));
    public static final UriOption<Boolean> DIRECT_CONNECTION = option("directConnection", flag());
    public static final UriOption<Boolean> ENABLE_OVERLOAD_RETARGETING = option("enableOverloadRetargeting",
            flag());
    public static final UriOption<Integer> HEARTBEAT_FREQUENCY_MS = option("heartbeatFrequencyMS", integer(500));
    public static final UriOption<Boolean> JOURNAL = option("journal", OptionValues.legacyFlag());
    public static final UriOption<Boolean> LOAD_BALANCED = option("loadBalanced", flag());
    public static final UriOption<Integer> LOCAL_THRESHOLD_MS = option("localThresholdMS", integer(0));
    public static final UriOption<Integer> MAX_ADAPTIVE_RETRIES = option("maxAdaptiveRetries", integer(0));
    public static final UriOption<Integer> MAX_CONNECTING = option("maxConnecting", integer(1));
    public static final UriOption<Integer> MAX_IDLE_TIME_MS = option("maxIdleTimeMS", integer(0));
    public static final UriOption<Integer> MAX_POOL_SIZE = option("maxPoolSize", integer(0));
    public static final UriOption<Integer> MAX_STALENESS_SECONDS = option("maxStalenessSeconds",
            OptionValues.maxStaleness());
    public static final UriOption<Integer> MIN_POOL_SIZE = option("minPoolSize", integer(0));
    public static final UriOption<String> PROXY_HOST = once("proxyHost", OptionValues.text(), false);
    public static final UriOption<String> PROXY_PASSWORD = once("proxyPassword", OptionValues.text(), true);
    public static final UriOption<Integer> PROXY_PORT = once("proxyPort", integer(1, 65535), false);
    public static final UriOption<String> PROXY_USERNAME = once("proxyUsername", OptionValues.text(), false);
    public static final UriOption<String> READ_CONCERN_LEVEL = option("readConcernLevel", OptionValues.text());
    public static final UriOption<ReadPreferenceMode> READ_PREFERENCE = option("readPreference",
            oneOf(ReadPreferenceMode.values(), ReadPreferenceMode::wireName));
    public static final UriOption<List<TagSet>> READ_PREFERENCE_TAGS = collected("readPreferenceTags",
            OptionValues.tagSets());
    public static final UriOption<String> REPLICA_SET = option("replicaSet", OptionValues.text());
    public static final UriOption<Boolean> RETRY_READS = option("retryReads", flag());
    public static final UriOption<Boolean> RETRY_WRITES = option("retryWrites", flag());
    public static final UriOption<ServerMonitoringMode> SERVER_MONITORING_MODE = option("serverMonitoringMode",
            oneOf(ServerMonitoringMode.values(), ServerMonitoringMode::wireName));
    public static final UriOption<Integer> SERVER_SELECTION_TIMEOUT_MS = option("serverSelectionTimeoutMS",
            integer(0));
    /** For drivers with a single thread. Understood, and without effect. */
    public static final UriOption<Boolean> SERVER_SELECTION_TRY_ONCE = option("serverSelectionTryOnce", flag());
    public static final UriOption<Integer> SOCKET_TIMEOUT_MS = option("socketTimeoutMS", integer(0));
    public static final UriOption<Integer> SRV_MAX_HOSTS = option("srvMaxHosts", integer(0));
    public static final UriOption<String> SRV_SERVICE_NAME = option("srvServiceName", OptionValues.serviceName());
    /** An old name of {@link #TLS}. */
    public static final UriOption<Boolean> SSL = option("ssl", OptionValues.legacyFlag());
    public static final UriOption<Integer> TIMEOUT_MS = option("timeoutMS", integer(0));
    public static final UriOption<Boolean> TLS = option("tls", OptionValues.legacyFlag());
    public static final UriOption<Boolean> TLS_ALLOW_INVALID_CERTIFICATES = option("tlsAllowInvalidCertificates",
            flag());
    public static final UriOption<Boolean> TLS_ALLOW_INVALID_HOSTNAMES = option("tlsAllowInvalidHostnames", flag());
    public static final UriOption<String> TLS_CA_FILE = option("tlsCAFile", OptionValues.text());
    public static final UriOption<String> TLS_CERTIFICATE_KEY_FILE = option("tlsCertificateKeyFile",
            OptionValues.text());
    public static final UriOption<String> TLS_CERTIFICATE_KEY_FILE_PASSWORD = secret("tlsCertificateKeyFilePassword",
            OptionValues.text());
    public static final UriOption<Boolean> TLS_DISABLE_CERTIFICATE_REVOCATION_CHECK = option(
            "tlsDisableCertificateRevocationCheck", flag());
    public static final UriOption<Boolean> TLS_DISABLE_OCSP_ENDPOINT_CHECK = option("tlsDisableOCSPEndpointCheck",
            flag());
    public static final UriOption<Boolean> TLS_INSECURE = option("tlsInsecure", flag());
    public static final UriOption<UuidRepresentation> UUID_REPRESENTATION = option("uuidRepresentation",
            OptionValues.uuidRepresentation());
    public static final UriOption<Object> W = option("w", OptionValues.w());
    public static final UriOption<Integer> WAIT_QUEUE_TIMEOUT_MS = option("waitQueueTimeoutMS", integer(0));
    public static final UriOption<Integer> W_TIMEOUT_MS = option("wTimeoutMS", integer(0));
    public static final UriOption<Integer> ZLIB_COMPRESSION_LEVEL = option("zlibCompressionLevel", integer(-1, 9));

    /** What happens when an option comes more than once. */
    enum Repetition {
        /** All values count. */
        COLLECTED,
        /** The last one counts, with a warning. */
        WARNED,
        /** It is an error. */
        FORBIDDEN
    }

    private final String name;
    private final OptionValues.Reader<T> reader;
    private final Repetition repetition;
    private final boolean secret;

    private UriOption(String name, OptionValues.Reader<T> reader, Repetition repetition, boolean secret) {
        this.name = name;
        this.reader = reader;
        this.repetition = repetition;
        this.secret = secret;
        BY_LOWER_CASE_NAME.put(name.toLowerCase(Locale.ROOT), this);
        ALL.add(this);
    }

    private static <T> UriOption<T> option(String name, OptionValues.Reader<T> reader) {
        return new UriOption<>(name, reader, Repetition.WARNED, false);
    }

    private static <T> UriOption<T> secret(String name, OptionValues.Reader<T> reader) {
        return new UriOption<>(name, reader, Repetition.WARNED, true);
    }

    private static <T> UriOption<T> once(String name, OptionValues.Reader<T> reader, boolean secret) {
        return new UriOption<>(name, reader, Repetition.FORBIDDEN, secret);
    }

    private static <T> UriOption<T> collected(String name, OptionValues.Reader<T> reader) {
        return new UriOption<>(name, reader, Repetition.COLLECTED, false);
    }

    /** The option with this name in any mixture of cases, or null. */
    static @Nullable UriOption<?> named(String name) {
        return BY_LOWER_CASE_NAME.get(name.toLowerCase(Locale.ROOT));
    }

    /** The option that had this name before it was renamed, or null. */
    static @Nullable UriOption<?> formerlyNamed(String name) {
        return switch (name.toLowerCase(Locale.ROOT)) {
            case "wtimeout" -> W_TIMEOUT_MS;
            case "j" -> JOURNAL;
            default -> null;
        };
    }

    /** Every option there is, in alphabetical order of the fields that hold them. */
    public static List<UriOption<?>> all() {
        return List.copyOf(ALL);
    }

    /** The name as the specifications write it. */
    public String name() {
        return name;
    }

    /** True if the value must not be shown. */
    public boolean isSecret() {
        return secret;
    }

    /** Whether a client would be less safe without it, so that a value which cannot be read must not be ignored. */
    boolean isNeededForSafety() {
        return this == TLS || this == SSL || this == TLS_CA_FILE || this == TLS_CERTIFICATE_KEY_FILE
                || this == TLS_CERTIFICATE_KEY_FILE_PASSWORD;
    }

    Repetition repetition() {
        return repetition;
    }

    /** Reads the values given for this option, which are still percent-encoded. A remark becomes a warning. */
    T read(List<String> encoded, Consumer<String> remarks) throws OptionRejectedException {
        return reader.read(encoded, remarks);
    }

    @Override
    public String toString() {
        return name;
    }
}
