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

    /** The application name that the server writes to its logs; at most 128 bytes. None by default. */
    public static final UriOption<String> APP_NAME = option("appName", OptionValues.appName());
    /**
     * The authentication mechanism, such as {@code SCRAM-SHA-256}. By default, client and server negotiate a SCRAM
     * mechanism.
     */
    public static final UriOption<String> AUTH_MECHANISM = option("authMechanism", OptionValues.text());
    /** Properties of the authentication mechanism, as {@code name:value} pairs separated by commas. None by default. */
    public static final UriOption<Map<String, String>> AUTH_MECHANISM_PROPERTIES = secret("authMechanismProperties",
            OptionValues.properties());
    /**
     * The database that holds the user. By default the database in the string, otherwise {@code admin}; some mechanisms
     * default to {@code $external}.
     */
    public static final UriOption<String> AUTH_SOURCE = option("authSource", OptionValues.text());
    /**
     * The compressors to offer to the server, in order of preference: {@code zstd}, {@code snappy}, {@code zlib}. None
     * by default.
     */
    public static final UriOption<List<String>> COMPRESSORS = option("compressors", OptionValues.compressors());
    /** How long the client may take to open a connection. The default is 10,000. */
    public static final UriOption<Integer> CONNECT_TIMEOUT_MS = option("connectTimeoutMS", integer(0));
    /** Whether the client uses only the one host given and does not discover its deployment. The default is false. */
    public static final UriOption<Boolean> DIRECT_CONNECTION = option("directConnection", flag());
    /**
     * Whether a retry avoids a server that reported overload, where the read preference allows another. The default is
     * false.
     */
    public static final UriOption<Boolean> ENABLE_OVERLOAD_RETARGETING = option("enableOverloadRetargeting",
            flag());
    /** How often the client checks each server; at least 500. The default is 10,000. */
    public static final UriOption<Integer> HEARTBEAT_FREQUENCY_MS = option("heartbeatFrequencyMS", integer(500));
    /** Whether a write must be in the journal before the server acknowledges it. By default, the server decides. */
    public static final UriOption<Boolean> JOURNAL = option("journal", OptionValues.legacyFlag());
    /** Whether the one host given is a load balancer. The default is false. */
    public static final UriOption<Boolean> LOAD_BALANCED = option("loadBalanced", flag());
    /** How much longer than the shortest round trip that of an eligible server may be. The default is 15. */
    public static final UriOption<Integer> LOCAL_THRESHOLD_MS = option("localThresholdMS", integer(0));
    /** How often the client retries an operation after a server has reported overload. The default is 2. */
    public static final UriOption<Integer> MAX_ADAPTIVE_RETRIES = option("maxAdaptiveRetries", integer(0));
    /** How many connections to one server the client opens at the same time. The default is 2. */
    public static final UriOption<Integer> MAX_CONNECTING = option("maxConnecting", integer(1));
    /** How long a connection may stay unused in the pool. The default is 0, for no limit. */
    public static final UriOption<Integer> MAX_IDLE_TIME_MS = option("maxIdleTimeMS", integer(0));
    /** The most connections to one server; 0 for no limit. The default is 100. */
    public static final UriOption<Integer> MAX_POOL_SIZE = option("maxPoolSize", integer(0));
    /**
     * How far a secondary that serves reads may lag behind: -1 for no limit, otherwise at least 90. The default is -1.
     */
    public static final UriOption<Integer> MAX_STALENESS_SECONDS = option("maxStalenessSeconds",
            OptionValues.maxStaleness());
    /** How many connections to each server the pool keeps open. The default is 0. */
    public static final UriOption<Integer> MIN_POOL_SIZE = option("minPoolSize", integer(0));
    /** The name or address of a SOCKS5 proxy through which the client reaches every server. None by default. */
    public static final UriOption<String> PROXY_HOST = once("proxyHost", OptionValues.text(), false);
    /** The password for the proxy; needs {@link #PROXY_USERNAME}. None by default. */
    public static final UriOption<String> PROXY_PASSWORD = once("proxyPassword", OptionValues.text(), true);
    /** The port of the proxy. The default is 1080. */
    public static final UriOption<Integer> PROXY_PORT = once("proxyPort", integer(1, 65535), false);
    /** The user name for the proxy; needs {@link #PROXY_PASSWORD}. None by default. */
    public static final UriOption<String> PROXY_USERNAME = once("proxyUsername", OptionValues.text(), false);
    /** The level of the read concern, such as {@code majority}. By default, the server decides. */
    public static final UriOption<String> READ_CONCERN_LEVEL = option("readConcernLevel", OptionValues.text());
    /** Which types of members may serve reads. The default is {@code primary}. */
    public static final UriOption<ReadPreferenceMode> READ_PREFERENCE = option("readPreference",
            oneOf(ReadPreferenceMode.values(), ReadPreferenceMode::wireName));
    /**
     * The tags of members that may serve reads; may be repeated, and the first that matches a member counts. None by
     * default.
     */
    public static final UriOption<List<TagSet>> READ_PREFERENCE_TAGS = collected("readPreferenceTags",
            OptionValues.tagSets());
    /** The name that the replica set must have. None by default. */
    public static final UriOption<String> REPLICA_SET = option("replicaSet", OptionValues.text());
    /** Whether the client retries reads after transient errors. The default is true. */
    public static final UriOption<Boolean> RETRY_READS = option("retryReads", flag());
    /** Whether the client retries writes after transient errors. The default is true. */
    public static final UriOption<Boolean> RETRY_WRITES = option("retryWrites", flag());
    /** Whether servers report changes, or the client polls them. The default is {@code auto}. */
    public static final UriOption<ServerMonitoringMode> SERVER_MONITORING_MODE = option("serverMonitoringMode",
            oneOf(ServerMonitoringMode.values(), ServerMonitoringMode::wireName));
    /** How long an operation waits for a suitable server; 0 means that it does not wait. The default is 30,000. */
    public static final UriOption<Integer> SERVER_SELECTION_TIMEOUT_MS = option("serverSelectionTimeoutMS",
            integer(0));
    /** For drivers with a single thread. Understood, and without effect. */
    public static final UriOption<Boolean> SERVER_SELECTION_TRY_ONCE = option("serverSelectionTryOnce", flag());
    /**
     * How long one exchange with a server may take, where {@link #TIMEOUT_MS} is not set. The default is 0, for no
     * limit.
     */
    public static final UriOption<Integer> SOCKET_TIMEOUT_MS = option("socketTimeoutMS", integer(0));
    /** How many of the servers that DNS names the client uses, chosen at random; 0 for all. The default is 0. */
    public static final UriOption<Integer> SRV_MAX_HOSTS = option("srvMaxHosts", integer(0));
    /** The service in the name of the SRV records. The default is {@code mongodb}. */
    public static final UriOption<String> SRV_SERVICE_NAME = option("srvServiceName", OptionValues.serviceName());
    /** An old name of {@link #TLS}. */
    public static final UriOption<Boolean> SSL = option("ssl", OptionValues.legacyFlag());
    /**
     * How long an operation may take, retries included; 0 for no limit. By default, each part of an operation has its
     * own limit.
     */
    public static final UriOption<Integer> TIMEOUT_MS = option("timeoutMS", integer(0));
    /**
     * Whether connections use TLS. The default is true with {@code mongodb+srv} or any other TLS option, otherwise
     * false.
     */
    public static final UriOption<Boolean> TLS = option("tls", OptionValues.legacyFlag());
    /** Whether the client accepts any certificate. The default is false. */
    public static final UriOption<Boolean> TLS_ALLOW_INVALID_CERTIFICATES = option("tlsAllowInvalidCertificates",
            flag());
    /** Whether the client accepts a certificate for another host. The default is false. */
    public static final UriOption<Boolean> TLS_ALLOW_INVALID_HOSTNAMES = option("tlsAllowInvalidHostnames", flag());
    /** A PEM file with the certificates to trust. The default is the JVM's trust store. */
    public static final UriOption<String> TLS_CA_FILE = option("tlsCAFile", OptionValues.text());
    /** A PEM file with the client's certificate and private key. None by default. */
    public static final UriOption<String> TLS_CERTIFICATE_KEY_FILE = option("tlsCertificateKeyFile",
            OptionValues.text());
    /** The password of the private key in {@link #TLS_CERTIFICATE_KEY_FILE}. None by default. */
    public static final UriOption<String> TLS_CERTIFICATE_KEY_FILE_PASSWORD = secret("tlsCertificateKeyFilePassword",
            OptionValues.text());
    /** Accepted, and without effect on revocation checks, which are a setting of the JVM. */
    public static final UriOption<Boolean> TLS_DISABLE_CERTIFICATE_REVOCATION_CHECK = option(
            "tlsDisableCertificateRevocationCheck", flag());
    /** Accepted, and without effect on OCSP checks, which are a setting of the JVM. */
    public static final UriOption<Boolean> TLS_DISABLE_OCSP_ENDPOINT_CHECK = option("tlsDisableOCSPEndpointCheck",
            flag());
    /** Whether the client accepts any certificate, for any host. The default is false. */
    public static final UriOption<Boolean> TLS_INSECURE = option("tlsInsecure", flag());
    /** How the client encodes and decodes UUIDs. The default is {@code unspecified}. */
    public static final UriOption<UuidRepresentation> UUID_REPRESENTATION = option("uuidRepresentation",
            OptionValues.uuidRepresentation());
    /**
     * How many members, or which mode such as {@code majority}, must acknowledge a write. By default, the server
     * decides.
     */
    public static final UriOption<Object> W = option("w", OptionValues.w());
    /**
     * How long an operation waits for a connection, where {@link #TIMEOUT_MS} is not set. The default is 0, for no
     * limit.
     */
    public static final UriOption<Integer> WAIT_QUEUE_TIMEOUT_MS = option("waitQueueTimeoutMS", integer(0));
    /** How long the server waits for other members to acknowledge a write. By default, there is no limit. */
    public static final UriOption<Integer> W_TIMEOUT_MS = option("wTimeoutMS", integer(0));
    /** The zlib compression level, from 0 for none to 9; -1 for zlib's own default. The default is -1. */
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
