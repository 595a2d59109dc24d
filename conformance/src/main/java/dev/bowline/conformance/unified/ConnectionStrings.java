package dev.bowline.conformance.unified;

import dev.bowline.MongoClientSettings;
import dev.bowline.conformance.SpecException;
import dev.bowline.conformance.match.MismatchException;
import dev.bowline.driver.uri.ConnectionString;
import dev.bowline.egress.environment.ServerAddress;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;

/** Puts together connection strings from a deployment's own and the options that a client entity adds or overrides. */
final class ConnectionStrings {
    private static final String SRV = "mongodb+srv://";

    private ConnectionStrings() {}

    /** The string with these options, which win over options of the same name, whatever its case. */
    static String withOptions(String base, BsonDocument options) {
        int question = base.indexOf('?');
        String head = question < 0 ? base : base.substring(0, question);
        int authority = head.indexOf("://") + 3;
        if (head.indexOf('/', authority) < 0) {
            head += "/";
        }
        Map<String, List<String>> all = new LinkedHashMap<>();
        if (question >= 0 && question + 1 < base.length()) {
            for (String option : base.substring(question + 1).split("&")) {
                if (option.indexOf('=') < 0) {
                    throw new SpecException("\"" + option + "\" is not an option of a connection string");
                }
                all.computeIfAbsent(option.substring(0, option.indexOf('=')), key -> new ArrayList<>())
                        .add(option.substring(option.indexOf('=') + 1));
            }
        }
        options.forEach((name, value) -> {
            all.keySet().removeIf(key -> key.equalsIgnoreCase(name));
            all.put(name, values(name, value));
        });
        if (options.entrySet().stream().anyMatch(option -> option.getKey().equalsIgnoreCase("directConnection")
                && option.getValue().asBoolean().getValue())) {
            all.keySet().removeIf(key -> key.equalsIgnoreCase("replicaSet") || key.equalsIgnoreCase("loadBalanced"));
            head = firstHost(head);
        }
        List<String> pairs = new ArrayList<>();
        all.forEach((name, values) -> values.forEach(value -> pairs.add(name + "=" + value)));
        return pairs.isEmpty() ? head : head + "?" + String.join("&", pairs);
    }

    /** The string with the first of its hosts only. */
    static String firstHost(String uri) {
        int start = uri.indexOf("://") + 3;
        int at = uri.indexOf('@', start);
        int hosts = at < 0 ? start : at + 1;
        int end = uri.indexOf('/', hosts);
        String list = end < 0 ? uri.substring(hosts) : uri.substring(hosts, end);
        int comma = list.indexOf(',');
        return comma < 0
                ? uri
                : uri.substring(0, hosts) + list.substring(0, comma) + (end < 0 ? "" : uri.substring(end));
    }

    /** The string as it may be shown. */
    static String withoutCredentials(String uri) {
        int start = uri.indexOf("://") + 3;
        int at = uri.indexOf('@', start);
        return at < 0 ? uri : uri.substring(0, start) + uri.substring(at + 1);
    }

    static List<ServerAddress> hosts(String uri) {
        return ConnectionString.parse(uri).hosts();
    }

    /** The same credentials and options for one server, whatever it is. */
    static String directTo(String uri, ServerAddress server) {
        return withOptions(withHosts(uri, server.toString()), new BsonDocument("directConnection", BsonBoolean.TRUE));
    }

    /** The string with other hosts, and its path, options and credentials as they are. */
    static String withHosts(String uri, String hosts) {
        int start = uri.indexOf("://") + 3;
        int at = uri.indexOf('@', start);
        int end = uri.indexOf('/', Math.max(start, at));
        return uri.substring(0, Math.max(start, at + 1)) + hosts + (end < 0 ? "/" : uri.substring(end));
    }

    /** A string that names its hosts, where the given one leaves them and some options to DNS. */
    static String withoutSrv(String uri) {
        if (!uri.startsWith(SRV)) {
            return uri;
        }
        return named(uri, MongoClientSettings.of(uri).resolved());
    }

    /** @param resolved what the look-ups for the string have found */
    static String named(String uri, MongoClientSettings resolved) {
        BsonDocument options = new BsonDocument("tls", BsonBoolean.valueOf(resolved.tls()));
        resolved.replicaSet().ifPresent(name -> options.append("replicaSet", new BsonString(name)));
        resolved.credential().ifPresent(user -> options.append("authSource", new BsonString(user.source())));
        if (resolved.loadBalanced()) {
            options.append("loadBalanced", BsonBoolean.TRUE);
        }
        String hosts = String.join(",", resolved.hosts().stream().map(ServerAddress::toString).toList());
        String plain = "mongodb://" + withHosts(uri, hosts).substring(SRV.length());
        return withOptions(withoutOptions(plain, List.of("srvservicename", "srvmaxhosts", "ssl")), options);
    }

    private static String withoutOptions(String uri, List<String> names) {
        int question = uri.indexOf('?');
        if (question < 0) {
            return uri;
        }
        List<String> kept = Arrays.stream(uri.substring(question + 1).split("&"))
                .filter(option -> names.stream()
                        .noneMatch(name -> option.toLowerCase(Locale.ROOT).startsWith(name + "=")))
                .toList();
        return uri.substring(0, question) + (kept.isEmpty() ? "" : "?" + String.join("&", kept));
    }

    private static List<String> values(String name, BsonValue value) {
        return switch (value) {
            case BsonArray array when name.equalsIgnoreCase("readPreferenceTags") ->
                array.stream().map(tags -> tags.asString().getValue()).toList();
            case BsonArray array ->
                List.of(String.join(",", array.stream().map(element -> element.asString().getValue()).toList()));
            case BsonDocument document -> {
                if (document.containsKey("$$placeholder")) {
                    throw new MismatchException("There is nothing to put in the place of the option " + name);
                }
                List<String> properties = new ArrayList<>();
                document.forEach((key, property) -> properties.add(key + ":" + encode(text(property))));
                yield List.of(String.join(",", properties));
            }
            default -> List.of(encode(text(value)));
        };
    }

    private static String text(BsonValue value) {
        return switch (value.getBsonType()) {
            case STRING -> value.asString().getValue();
            case BOOLEAN -> String.valueOf(value.asBoolean().getValue());
            case INT32, INT64, DOUBLE -> String.valueOf(value.asNumber().longValue());
            default -> throw new MismatchException("An option cannot be " + value);
        };
    }

    private static String encode(String text) {
        // A plus sign is no space in a connection string.
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
