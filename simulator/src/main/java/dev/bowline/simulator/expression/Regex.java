package dev.bowline.simulator.expression;

import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** Regular expressions of the server's dialect in terms of Java's. */
public final class Regex {
    private Regex() {}

    /** Compiles a pattern; throws what a query with a bad one gets. */
    public static Pattern compile(String pattern, String options) {
        return compile(pattern, options, 51091, "Regular expression is invalid: ");
    }

    static Pattern compile(String pattern, String options, int code, String message) {
        int flags = Pattern.UNIX_LINES;
        for (int i = 0; i < options.length(); i++) {
            flags |= switch (options.charAt(i)) {
                case 'i' -> Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE;
                case 'm' -> Pattern.MULTILINE;
                case 's' -> Pattern.DOTALL;
                case 'x' -> Pattern.COMMENTS;
                case 'u' -> 0;
                default -> throw new QueryError(51108, "invalid flag in regex options: " + options.charAt(i));
            };
        }
        if (pattern.indexOf('\0') >= 0) {
            throw new QueryError(51109, "Regular expression cannot contain an embedded null byte");
        }
        try {
            return Pattern.compile(translate(pattern), flags);
        } catch (PatternSyntaxException e) {
            throw new QueryError(code, message + e.getDescription());
        }
    }

    private static String translate(String pattern) {
        StringBuilder out = new StringBuilder(pattern.length() + 8);
        boolean inClass = false;
        for (int i = 0; i < pattern.length(); i++) {
            char c = pattern.charAt(i);
            if (c == '\\' && i + 1 < pattern.length()) {
                if (pattern.charAt(i + 1) == 'Q') {
                    int end = pattern.indexOf("\\E", i);
                    int stop = end < 0 ? pattern.length() : end + 2;
                    out.append(pattern, i, stop);
                    i = stop - 1;
                    continue;
                }
                out.append(c).append(pattern.charAt(++i));
            } else if (!inClass && pattern.startsWith("(?P<", i)) {
                out.append("(?<");
                i += 3;
            } else if (!inClass && c == '[') {
                inClass = true;
                out.append(c);
                if (pattern.startsWith("^]", i + 1)) {
                    out.append("^\\]");
                    i += 2;
                } else if (pattern.startsWith("]", i + 1)) {
                    out.append("\\]");
                    i++;
                }
            } else if (inClass && c == ']') {
                inClass = false;
                out.append(c);
            } else if (inClass && pattern.startsWith("[:", i) && pattern.indexOf(":]", i) > 0) {
                int end = pattern.indexOf(":]", i);
                out.append(posix(pattern.substring(i + 2, end)));
                i = end + 1;
            } else if (inClass && (c == '[' || c == '&')) {
                out.append('\\').append(c);
            } else {
                out.append(c);
            }
        }
        return out.toString();
    }

    private static String posix(String name) {
        return switch (name) {
            case "alpha" -> "\\p{Alpha}";
            case "digit" -> "\\p{Digit}";
            case "alnum" -> "\\p{Alnum}";
            case "upper" -> "\\p{Upper}";
            case "lower" -> "\\p{Lower}";
            case "punct" -> "\\p{Punct}";
            case "space" -> "\\s";
            case "xdigit" -> "\\p{XDigit}";
            case "word" -> "\\w";
            case "blank" -> "\\p{Blank}";
            case "cntrl" -> "\\p{Cntrl}";
            case "print" -> "\\p{Print}";
            case "graph" -> "\\p{Graph}";
            default -> "\\p{" + name + "}";
        };
    }
}
