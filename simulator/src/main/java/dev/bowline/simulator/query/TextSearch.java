package dev.bowline.simulator.query;

import dev.bowline.simulator.bson.Document;
import dev.bowline.simulator.bson.Types;
import dev.bowline.simulator.expression.QueryError;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A text search in its simplest form: words, phrases and excluded words, in English. Its scores order documents as
 * their number of hits does; they are not the server's numbers.
 */
public final class TextSearch {
    private static final Pattern TOKEN = Pattern.compile("(-?)\"([^\"]*)\"|(-?)([\\p{L}\\p{N}_']+)");
    private static final Pattern WORD = Pattern.compile("[\\p{L}\\p{N}_']+");
    private static final Set<String> STOP_WORDS = Set.of("a", "an", "and", "are", "as", "at", "be", "but", "by", "for",
            "if", "in", "into", "is", "it", "no", "not", "of", "on", "or", "such", "that", "the", "their", "then",
            "there", "these", "they", "this", "to", "was", "will", "with", "i", "me", "my", "we", "our", "you", "your",
            "he", "him", "his", "she", "her", "its", "who", "whom", "what", "which", "am", "were", "been", "have",
            "has", "had", "do", "does", "did", "so", "than", "too", "very", "can", "just", "now", "from", "how");

    private final List<String> words = new ArrayList<>();
    private final List<String> phrases = new ArrayList<>();
    private final List<String> excluded = new ArrayList<>();
    private final boolean caseSensitive;
    private final boolean diacriticSensitive;

    private TextSearch(String search, boolean caseSensitive, boolean diacriticSensitive) {
        this.caseSensitive = caseSensitive;
        this.diacriticSensitive = diacriticSensitive;
        Matcher matcher = TOKEN.matcher(search);
        while (matcher.find()) {
            if (matcher.group(2) != null) {
                (matcher.group(1).isEmpty() ? phrases : excluded).add(fold(matcher.group(2)));
                if (matcher.group(1).isEmpty()) {
                    words.addAll(stems(matcher.group(2)));
                }
            } else {
                List<String> stems = stems(matcher.group(4));
                (matcher.group(3).isEmpty() ? words : excluded).addAll(stems);
            }
        }
    }

    static TextSearch parse(@Nullable Object value) {
        if (!(value instanceof Document document)) {
            throw new QueryError(2, "$text expects an object");
        }
        for (String name : document.keySet()) {
            if (!Set.of("$search", "$language", "$caseSensitive", "$diacriticSensitive").contains(name)) {
                throw new QueryError(2, "extra fields in $text");
            }
        }
        if (!(document.get("$search") instanceof String search)) {
            throw new QueryError(14, "\"$search\" had the wrong type. Expected string, found "
                    + Types.name(document.value("$search")));
        }
        Object language = document.getOrDefault("$language", "english");
        if (!"english".equals(language) && !"en".equals(language) && !"none".equals(language)) {
            throw QueryError.notSimulated("$text in the language " + language);
        }
        return new TextSearch(search, Truth.of(document.get("$caseSensitive")),
                Truth.of(document.get("$diacriticSensitive")));
    }

    private String fold(String text) {
        String result = diacriticSensitive
                ? text
                : Normalizer.normalize(text, Normalizer.Form.NFD).replaceAll("\\p{M}", "");
        return caseSensitive ? result : result.toLowerCase(Locale.ROOT);
    }

    private List<String> stems(String text) {
        List<String> result = new ArrayList<>();
        Matcher matcher = WORD.matcher(fold(text));
        while (matcher.find()) {
            String word = matcher.group();
            if (!STOP_WORDS.contains(word.toLowerCase(Locale.ROOT))) {
                result.add(stem(word));
            }
        }
        return result;
    }

    private static String stem(String word) {
        for (String ending : List.of("ing", "ies", "ed", "es", "s", "e", "y")) {
            if (word.length() > ending.length() + 2 && word.endsWith(ending)) {
                return word.substring(0, word.length() - ending.length());
            }
        }
        return word;
    }

    /** How well a document's indexed fields fit; 0 if they do not. */
    public double score(Document document, List<String> fields) {
        if (fields.isEmpty()) {
            throw new QueryError(27, "text index required for $text query");
        }
        List<String> texts = new ArrayList<>();
        for (String field : fields) {
            if (field.equals("$**")) {
                everything(document, texts);
            } else {
                FieldPath.parse(field).values(document).forEach(value -> everything(value, texts));
            }
        }
        double score = 0;
        boolean[] found = new boolean[phrases.size()];
        for (String text : texts) {
            String folded = fold(text);
            List<String> stems = stems(text);
            for (int i = 0; i < found.length; i++) {
                found[i] |= folded.contains(phrases.get(i));
            }
            for (String word : excluded) {
                if (stems.contains(word) || (word.indexOf(' ') >= 0 && folded.contains(word))) {
                    return 0;
                }
            }
            for (String word : words) {
                long hits = stems.stream().filter(word::equals).count();
                score += hits == 0 ? 0 : 0.5 + hits * 0.5 / stems.size();
            }
        }
        for (boolean one : found) {
            if (!one) {
                return 0;
            }
        }
        return score;
    }

    private static void everything(@Nullable Object value, List<String> into) {
        if (value instanceof String text) {
            into.add(text);
        } else if (value instanceof List<?> list) {
            list.forEach(element -> everything(element, into));
        } else if (value instanceof Document document) {
            document.values().forEach(inner -> everything(inner, into));
        }
    }
}
