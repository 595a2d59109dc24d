package dev.bowline.driver.uri;

import dev.bowline.error.MongoConfigurationException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A connection string cut into its parts, which are still percent-encoded.
 *
 * @param srv whether the scheme is {@code mongodb+srv}
 * @param user null if there is no user information
 * @param password null if there is no colon in the user information
 * @param hosts the list of hosts as it stands
 * @param database null if there is none or it is empty
 * @param options names and values in order
 * @param quotable false if what stands outside the user information may in truth be part of a password which holds
 *     characters that ought to have been encoded; then errors show none of it
 */
record ConnectionStringText(boolean srv, @Nullable String user, @Nullable String password, String hosts,
        @Nullable String database, List<Pair> options, boolean quotable) {
    static final String SCHEME = "mongodb://";
    static final String SRV_SCHEME = "mongodb+srv://";
    private static final String ENCODE_HINT = "the characters : / ? # [ ] @ % must be percent-encoded there";

    private static final Pattern NAME = Pattern.compile("[A-Za-z]{1,40}");

    record Pair(String name, String value) {
        /** Without the value, which may be a secret. */
        @Override
        public String toString() {
            return name;
        }
    }

    /** Without anything that may be, or be part of, a password. */
    @Override
    public String toString() {
        return "ConnectionStringText[options " + options + "]";
    }

    static ConnectionStringText cut(String text) {
        boolean srv = text.startsWith(SRV_SCHEME);
        if (!srv && !text.startsWith(SCHEME)) {
            throw invalid("it starts with neither " + SCHEME + " nor " + SRV_SCHEME);
        }
        String rest = text.substring(srv ? SRV_SCHEME.length() : SCHEME.length());
        int question = rest.indexOf('?');
        String path = question < 0 ? rest : rest.substring(0, question);
        int slash = path.indexOf('/');
        String authority = slash < 0 ? path : path.substring(0, slash);
        String database = slash < 0 ? "" : path.substring(slash + 1);
        int at = authority.lastIndexOf('@');
        boolean quotable = rest.indexOf('@', authority.length()) < 0;
        String[] userInfo = at < 0 ? new String[]{null, null} : cutUserInfo(authority.substring(0, at));
        if (database.indexOf('/') >= 0) {
            throw invalid(
                    "there is a second '/' before the options; in a host's socket path, a user name or a password "
                            + "it must be written as %2F");
        }
        if (database.indexOf('@') >= 0) {
            throw invalid(
                    "there is an unescaped '@' after the '/'; in a database's name it must be written as %40, and a "
                            + "'/' "
                            + "in a user name or password as %2F");
        }
        String optionText = question < 0 ? "" : rest.substring(question + 1);
        return new ConnectionStringText(srv, userInfo[0], userInfo[1], authority.substring(at + 1),
                database.isEmpty() ? null : database, cutOptions(optionText), quotable);
    }

    private static @Nullable String[] cutUserInfo(String userInfo) {
        if (userInfo.indexOf('@') >= 0) {
            throw invalid("the user name or password holds an unescaped '@'; " + ENCODE_HINT);
        }
        int colon = userInfo.indexOf(':');
        String user = colon < 0 ? userInfo : userInfo.substring(0, colon);
        String password = colon < 0 ? null : userInfo.substring(colon + 1);
        if (password != null && password.indexOf(':') >= 0) {
            throw invalid("the user name or password holds an unescaped ':'; " + ENCODE_HINT);
        }
        if (user.isEmpty()) {
            throw invalid("the user name before the '@' is empty");
        }
        return new String[]{decodeUserInfo(user, "user name"), decodeUserInfoOrNull(password)};
    }

    private static @Nullable String decodeUserInfoOrNull(@Nullable String password) {
        return password == null ? null : decodeUserInfo(password, "password");
    }

    private static String decodeUserInfo(String encoded, String part) {
        String decoded = PercentEncoding.decode(encoded);
        if (decoded == null) {
            throw invalid("the " + part + " holds a '%' that does not begin an encoded character; " + ENCODE_HINT);
        }
        return decoded;
    }

    private static List<Pair> cutOptions(String text) {
        List<Pair> pairs = new ArrayList<>();
        int number = 0;
        for (String part : text.split("&", -1)) {
            number++;
            if (part.isEmpty()) {
                continue;
            }
            int equals = part.indexOf('=');
            if (equals < 1) {
                throw invalid("option " + number + " is not of the form name=value");
            }
            String name = PercentEncoding.decode(part.substring(0, equals));
            String value = part.substring(equals + 1);
            if (name == null || PercentEncoding.decode(value) == null) {
                throw invalid("option " + number
                        + " holds a '%' that does not begin an encoded character; a percent sign is written %25");
            }
            pairs.add(new Pair(name, value));
        }
        return List.copyOf(pairs);
    }

    /**
     * A name that looks like one and cannot be part of a password, in quotes; else a way to say that it is not shown.
     */
    String quoted(String name) {
        return quotable && NAME.matcher(name).matches()
                ? "'" + name + "'"
                : "(not shown: it may be part of a password)";
    }

    static MongoConfigurationException invalid(String reason) {
        return new MongoConfigurationException("The connection string is invalid: " + reason);
    }
}
