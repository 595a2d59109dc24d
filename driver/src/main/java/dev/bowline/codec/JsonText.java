package dev.bowline.codec;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.bson.json.JsonParseException;

/**
 * Reads JSON as RFC 8259 has it, to the letter, into maps, lists, strings, booleans, {@link Literal numbers} and
 * {@link #NULL}. What it refuses it names by its place in the text.
 */
final class JsonText {
    static final Object NULL = new Object() {
        @Override
        public String toString() {
            return "null";
        }
    };

    /** More than a server takes, and less than a stack does. */
    private static final int MAX_DEPTH = 200;

    private final String text;
    private int at;
    private int depth;

    /** A number as it was written. */
    record Literal(String digits) {
        boolean isWhole() {
            return digits.chars().allMatch(c -> c == '-' || (c >= '0' && c <= '9'));
        }

        @Override
        public String toString() {
            return digits;
        }
    }

    private JsonText(String text) {
        this.text = text;
    }

    /** @throws JsonParseException if the text is not one JSON value */
    static Object parse(String text) {
        JsonText json = new JsonText(text);
        Object value = json.value();
        json.skipSpace();
        if (json.at < text.length()) {
            throw json.wrong("nothing more");
        }
        return value;
    }

    private Object value() {
        skipSpace();
        return switch (peek()) {
            case '{' -> object();
            case '[' -> array();
            case '"' -> string();
            case 't' -> word("true", true);
            case 'f' -> word("false", false);
            case 'n' -> word("null", NULL);
            default -> number();
        };
    }

    private Map<String, Object> object() {
        Map<String, Object> members = new LinkedHashMap<>();
        enter();
        skipSpace();
        if (peek() == '}') {
            return leave(members);
        }
        while (true) {
            skipSpace();
            if (peek() != '"') {
                throw wrong("a key in quotes");
            }
            String key = string();
            skipSpace();
            take(':');
            if (members.putIfAbsent(key, value()) != null) {
                throw new JsonParseException("The key \"" + key + "\" is there twice, before position " + at);
            }
            skipSpace();
            if (peek() == '}') {
                return leave(members);
            }
            take(',');
        }
    }

    private List<Object> array() {
        List<Object> elements = new ArrayList<>();
        enter();
        skipSpace();
        if (peek() == ']') {
            return leave(elements);
        }
        while (true) {
            elements.add(value());
            skipSpace();
            if (peek() == ']') {
                return leave(elements);
            }
            take(',');
        }
    }

    private void enter() {
        at++;
        if (++depth > MAX_DEPTH) {
            throw new JsonParseException("Nested more than " + MAX_DEPTH + " deep at position " + at);
        }
    }

    private <T> T leave(T whole) {
        at++;
        depth--;
        return whole;
    }

    private String string() {
        take('"');
        StringBuilder built = new StringBuilder();
        while (true) {
            char c = peek();
            if (c < ' ') {
                throw wrong("a character of a string");
            }
            at++;
            if (c == '"') {
                return built.toString();
            }
            built.append(c == '\\' ? escaped() : c);
        }
    }

    private char escaped() {
        char c = peek();
        at++;
        return switch (c) {
            case '"', '\\', '/' -> c;
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'u' -> unicode();
            default -> {
                at--;
                throw wrong("an escape");
            }
        };
    }

    private char unicode() {
        int code = 0;
        for (int i = 0; i < 4; i++) {
            int digit = Character.digit(peek(), 16);
            if (digit < 0 || peek() > 'f') {
                throw wrong("a hexadecimal digit");
            }
            code = code * 16 + digit;
            at++;
        }
        return (char) code;
    }

    private Object word(String word, Object meaning) {
        if (!text.startsWith(word, at)) {
            throw wrong("a value");
        }
        at += word.length();
        return meaning;
    }

    private Literal number() {
        int start = at;
        if (peek() == '-') {
            at++;
        }
        if (peek() == '0') {
            at++;
        } else {
            digits();
        }
        if (at < text.length() && text.charAt(at) == '.') {
            at++;
            digits();
        }
        if (at < text.length() && (text.charAt(at) == 'e' || text.charAt(at) == 'E')) {
            at++;
            if (peek() == '+' || peek() == '-') {
                at++;
            }
            digits();
        }
        return new Literal(text.substring(start, at));
    }

    private void digits() {
        int start = at;
        while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
            at++;
        }
        if (at == start) {
            throw wrong("a value");
        }
    }

    private void skipSpace() {
        while (at < text.length() && " \t\n\r".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
    }

    private char peek() {
        if (at >= text.length()) {
            throw new JsonParseException("The text ends at position " + at + ", in the middle of a value");
        }
        return text.charAt(at);
    }

    private void take(char expected) {
        if (peek() != expected) {
            throw wrong("'" + expected + "'");
        }
        at++;
    }

    private JsonParseException wrong(String expected) {
        return new JsonParseException("Expected " + expected + " at position " + at
                + (at < text.length() ? ", found '" + text.charAt(at) + "'" : ", where the text ends"));
    }
}
