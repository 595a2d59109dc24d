package dev.bowline.driver.uri;

import static dev.bowline.driver.uri.ConnectionStringText.invalid;

import dev.bowline.concern.ReadConcern;
import dev.bowline.concern.ReadPreference;
import dev.bowline.concern.ReadPreferenceMode;
import dev.bowline.concern.WriteConcern;
import dev.bowline.egress.environment.ForeignText;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.settings.MongoCredential;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A parsed connection string. Parsing reaches no network: the hosts of a {@code mongodb+srv} string are looked up when
 * a client is made.
 *
 * <p>An option that is unknown, or whose value has the wrong type or is out of range, is ignored with a warning, unless
 * ignoring it would make connections less safe. A string that contradicts itself is refused with a
 * {@link dev.bowline.error.MongoConfigurationException}. Neither shows a password.
 */
public final class ConnectionString {
    private static final Logger LOGGER = LoggerFactory.getLogger("dev.bowline.uri");

    private final ConnectionStringText text;
    private final List<ServerAddress> hosts;
    private final @Nullable String srvHost;
    private final @Nullable String database;
    private final UriOptions options;
    private final @Nullable MongoCredential credential;

    private ConnectionString(ConnectionStringText text) {
        this.text = text;
        this.hosts = text.srv() ? List.of() : HostList.read(text);
        this.srvHost = text.srv() ? HostList.readSrv(text) : null;
        this.database = database(text);
        this.options = UriOptions.read(text);
        OptionRules.check(options, text.srv(), hosts.size());
        this.credential = CredentialRules.read(text, database, options).orElse(null);
    }

    /** Parses a connection string and logs its {@linkplain #warnings warnings}. */
    public static ConnectionString parse(String connectionString) {
        ConnectionString parsed = read(connectionString);
        parsed.warnings().forEach(LOGGER::warn);
        return parsed;
    }

    static ConnectionString read(String connectionString) {
        return new ConnectionString(ConnectionStringText.cut(connectionString));
    }

    private static @Nullable String database(ConnectionStringText text) {
        if (text.database() == null) {
            return null;
        }
        String name = PercentEncoding.decode(text.database());
        if (name == null) {
            throw invalid("the database holds a '%' that does not begin an encoded character");
        }
        for (int i = 0; i < name.length(); i++) {
            if ("/\\ \"$\0".indexOf(name.charAt(i)) >= 0 || ForeignText.isControl(name.charAt(i))) {
                throw invalid("the database holds, at position " + i + ", a character that no database name may");
            }
        }
        return name;
    }

    /** Whether the scheme is {@code mongodb+srv}. */
    public boolean isSrv() {
        return srvHost != null;
    }

    /** The hosts in order; empty for {@code mongodb+srv}. */
    public List<ServerAddress> hosts() {
        return hosts;
    }

    /** The host whose records name the servers, for {@code mongodb+srv}. */
    public Optional<String> srvHost() {
        return Optional.ofNullable(srvHost);
    }

    /** The database after the hosts: the default database, and the user's unless {@code authSource} says otherwise. */
    public Optional<String> database() {
        return Optional.ofNullable(database);
    }

    /**
     * Returns the credential made of the user information and the authentication options, or empty if the string has
     * none.
     */
    public Optional<MongoCredential> credential() {
        return Optional.ofNullable(credential);
    }

    /** The value of an option, or empty if the string does not have it or it was ignored. */
    public <T> Optional<T> option(UriOption<T> option) {
        return options.get(option);
    }

    /** What was ignored, and why, in sentences. */
    public List<String> warnings() {
        return options.warnings();
    }

    /**
     * Whether {@code tls} or its old name asks for TLS, or forbids it. Without them any other option of TLS asks for
     * it; empty leaves it to the scheme.
     */
    public Optional<Boolean> tls() {
        Optional<Boolean> explicit = option(UriOption.TLS).or(() -> option(UriOption.SSL));
        return explicit.isEmpty() && OptionRules.impliesTls(options) ? Optional.of(true) : explicit;
    }

    /** The read preference that the string's options make up, if it has any of them. */
    public Optional<ReadPreference> readPreference() {
        ReadPreferenceMode mode = option(UriOption.READ_PREFERENCE).orElse(null);
        if (mode == null) {
            return Optional.empty();
        }
        ReadPreference preference = ReadPreference.of(mode);
        if (option(UriOption.READ_PREFERENCE_TAGS).isPresent()) {
            preference = preference.withTagSets(option(UriOption.READ_PREFERENCE_TAGS).get());
        }
        int seconds = option(UriOption.MAX_STALENESS_SECONDS).orElse(-1);
        return Optional.of(seconds == -1 ? preference : preference.withMaxStaleness(Duration.ofSeconds(seconds)));
    }

    /** Returns the read concern of {@code readConcernLevel}, or empty if the string does not have that option. */
    public Optional<ReadConcern> readConcern() {
        return option(UriOption.READ_CONCERN_LEVEL).map(ReadConcern::of);
    }

    /** The write concern that the string's options make up, if it has any of them. */
    public Optional<WriteConcern> writeConcern() {
        WriteConcern concern = WriteConcern.DEFAULT;
        Object w = option(UriOption.W).orElse(null);
        if (w instanceof Integer members) {
            concern = concern.withW(members);
        } else if (w instanceof String mode) {
            concern = concern.withW(mode);
        }
        if (option(UriOption.JOURNAL).isPresent()) {
            concern = concern.withJournal(option(UriOption.JOURNAL).get());
        }
        if (option(UriOption.W_TIMEOUT_MS).isPresent()) {
            concern = concern.withTimeout(Duration.ofMillis(option(UriOption.W_TIMEOUT_MS).get()));
        }
        return concern.isServerDefault() ? Optional.empty() : Optional.of(concern);
    }

    /** The string with its secrets left out. */
    @Override
    public String toString() {
        StringBuilder shown = new StringBuilder(
                text.srv() ? ConnectionStringText.SRV_SCHEME : ConnectionStringText.SCHEME);
        if (text.user() != null) {
            shown.append(text.password() == null ? "<user>@" : "<user>:<password>@");
        }
        shown.append(text.hosts()).append('/').append(text.database() == null ? "" : text.database());
        char separator = '?';
        for (ConnectionStringText.Pair pair : text.options()) {
            UriOption<?> option = UriOption.named(pair.name());
            // With an equals sign in it the value may be two options, the second a secret one, whose '&' was forgotten.
            boolean shownValue = option != null && !option.isSecret() && pair.value().indexOf('=') < 0;
            shown.append(separator).append(option == null ? "<unknown>" : option.name()).append('=')
                    .append(shownValue ? pair.value() : "<hidden>");
            separator = '&';
        }
        return ForeignText.shown(shown.toString(), Integer.MAX_VALUE);
    }
}
