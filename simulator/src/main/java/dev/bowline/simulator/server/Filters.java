package dev.bowline.simulator.server;

import de.bwaldvogel.mongo.bson.BsonJavaScript;
import de.bwaldvogel.mongo.bson.BsonRegularExpression;
import de.bwaldvogel.mongo.bson.Document;
import dev.bowline.simulator.store.StoredCollection;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What the query engine does not know about filters: slow ones, collations and hints. */
final class Filters {
    private static final Pattern SLEEP = Pattern.compile("sleep\\((\\d+)\\)");

    private Filters() {}

    /** How long a {@code $where} of the form {@code sleep(N)} takes per document; 0 if there is none. */
    static long sleepMillis(Document filter) {
        Object where = filter.get("$where");
        String code = where instanceof BsonJavaScript script
                ? script.getCode()
                : where instanceof String text ? text : null;
        if (code == null) {
            return 0;
        }
        Matcher matcher = SLEEP.matcher(code);
        return matcher.find() ? Long.parseLong(matcher.group(1)) : 0;
    }

    /** The filter without its {@code $where}, and with equality made blind to case where the collation asks for it. */
    static Document prepare(Document filter, @Nullable Document collation) {
        return prepare(filter, collation, null);
    }

    static Document prepare(Document filter, @Nullable Document collation, @Nullable Document let) {
        check(filter);
        Document result = NewerOperators.inFilter(Let.into(filter, let));
        if (filter.containsKey("$where")) {
            result = result.clone();
            result.remove("$where");
        }
        if (collation != null && collation.get("strength") instanceof Number strength && strength.intValue() <= 2) {
            result = (Document) foldCase(result, false);
        }
        return result;
    }

    private static void check(Document filter) {
        for (Map.Entry<String, Object> entry : filter.entrySet()) {
            switch (entry.getKey()) {
                case "$or", "$and", "$nor" -> {
                    if (!(entry.getValue() instanceof List<?> parts)) {
                        throw new ServerError(ErrorCodes.BAD_VALUE, entry.getKey() + " must be an array");
                    }
                    if (parts.isEmpty()) {
                        throw new ServerError(ErrorCodes.BAD_VALUE, "$and/$or/$nor must be a nonempty array");
                    }
                    for (Object part : parts) {
                        if (!(part instanceof Document inner)) {
                            throw new ServerError(ErrorCodes.BAD_VALUE,
                                    "$or/$and/$nor entries need to be full objects");
                        }
                        check(inner);
                    }
                }
                case "$text", "$jsonSchema", "$sampleRate" -> throw Lacking.error(entry.getKey());
                case "$expr", "$where", "$comment", "$alwaysTrue", "$alwaysFalse", "$query" ->
                    {
                    }
                default -> {
                    if (entry.getKey().startsWith("$")) {
                        throw new ServerError(ErrorCodes.BAD_VALUE, "unknown top level operator: " + entry.getKey()
                                + ". If you have a field name that starts with a '$' symbol, consider using $getField or $setField.");
                    }
                }
            }
        }
    }

    private static Object foldCase(Object value, boolean operand) {
        if (value instanceof Document document) {
            Document result = new Document();
            for (Map.Entry<String, Object> entry : document.entrySet()) {
                String key = entry.getKey();
                Object inner = entry.getValue();
                if (key.equals("$eq") && inner instanceof String text && document.size() == 1) {
                    return insensitive(text);
                }
                result.put(key, key.equals("$regex") || key.equals("$options") ? inner : foldCase(inner, true));
            }
            return result;
        } else if (value instanceof List<?> list) {
            List<Object> result = new ArrayList<>();
            for (Object element : list) {
                result.add(foldCase(element, true));
            }
            return result;
        } else if (operand && value instanceof String text) {
            return insensitive(text);
        }
        return value;
    }

    private static BsonRegularExpression insensitive(String text) {
        return new BsonRegularExpression("^" + Pattern.quote(text) + "$", "i");
    }

    /** Rejects a hint that names no index. */
    static void checkHint(@Nullable Object hint, @Nullable StoredCollection collection) {
        if (hint == null || collection == null) {
            return;
        }
        for (Document index : collection.indexSpecs()) {
            if (hint instanceof String name ? name.equals(index.get("name")) : hint.equals(index.get("key"))) {
                return;
            }
        }
        if (hint instanceof Document document && (document.isEmpty() || document.containsKey("$natural")
                || document.equals(new Document("_id", 1)))) {
            return;
        }
        throw new ServerError(ErrorCodes.BAD_VALUE,
                "error processing query: planner returned error :: caused by :: hint provided does not correspond to an existing index");
    }
}
