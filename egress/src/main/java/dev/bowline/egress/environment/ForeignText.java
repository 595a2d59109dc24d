package dev.bowline.egress.environment;

import java.util.HexFormat;

/**
 * Text that a server, a name service or another stranger wrote, made fit for a log or an exception's message: on one
 * line, without characters that move the cursor or turn the direction of reading, and no longer than a reader has
 * patience for.
 */
public final class ForeignText {
    /** Enough for any message that a server has for people. */
    public static final int MAX_CHARS = 1000;

    private static final HexFormat HEX = HexFormat.of();

    private ForeignText() {}

    /** The text as it is, if it is harmless and of at most {@value #MAX_CHARS} characters; else escaped and cut. */
    public static String shown(String text) {
        return shown(text, MAX_CHARS);
    }

    /** The same with another limit. */
    public static String shown(String text, int maxChars) {
        int length = text.length();
        if (length <= maxChars && isHarmless(text)) {
            return text;
        }
        int end = Math.min(length, maxChars);
        if (end < length && end > 0 && Character.isHighSurrogate(text.charAt(end - 1))) {
            end--;
        }
        StringBuilder shown = new StringBuilder(end + 32);
        for (int i = 0; i < end; i++) {
            append(shown, text, i);
        }
        if (end < length) {
            shown.append("... (").append(length).append(" characters)");
        }
        return shown.toString();
    }

    /** Whether a character has no place in one line of text. */
    public static boolean isControl(char c) {
        return Character.isISOControl(c) || switch (Character.getType(c)) {
            case Character.FORMAT, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR -> true;
            default -> false;
        };
    }

    private static boolean isHarmless(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if ((c < ' ' || c > '~') && (isControl(c) || isLone(text, i))) {
                return false;
            }
        }
        return true;
    }

    private static void append(StringBuilder shown, String text, int index) {
        char c = text.charAt(index);
        switch (c) {
            case '\n' -> shown.append("\\n");
            case '\r' -> shown.append("\\r");
            case '\t' -> shown.append("\\t");
            default -> {
                if (isControl(c) || isLone(text, index)) {
                    shown.append("\\u").append(HEX.toHexDigits(c));
                } else {
                    shown.append(c);
                }
            }
        }
    }

    private static boolean isLone(String text, int index) {
        char c = text.charAt(index);
        if (Character.isHighSurrogate(c)) {
            return index + 1 == text.length() || !Character.isLowSurrogate(text.charAt(index + 1));
        }
        return Character.isLowSurrogate(c) && (index == 0 || !Character.isHighSurrogate(text.charAt(index - 1)));
    }
}
