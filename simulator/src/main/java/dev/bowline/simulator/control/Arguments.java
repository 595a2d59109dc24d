package dev.bowline.simulator.control;

import dev.bowline.simulator.Deployment;
import dev.bowline.simulator.Member;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The arguments of one command, by name. */
record Arguments(Deployment deployment, Map<String, String> named) {
    private static final Pattern TIME = Pattern.compile("(-?\\d+)(ms|s|m)?");

    String text(String name) {
        String value = named.get(name);
        if (value == null || value.isBlank()) {
            throw new IllegalArgumentException("The argument " + name + " is missing");
        }
        return value.trim();
    }

    Member member() {
        List<Member> members = members("member");
        if (members.size() != 1) {
            throw new IllegalArgumentException("One member is needed, not " + text("member"));
        }
        return members.get(0);
    }

    /** Members by their numbers, addresses or roles, separated by commas. */
    List<Member> members(String name) {
        List<Member> result = new ArrayList<>();
        for (String part : text(name).split(",")) {
            result.addAll(named(part.trim()));
        }
        return result;
    }

    private List<Member> named(String which) {
        return switch (which) {
            case "all" -> deployment.members();
            case "primary" -> List.of(deployment.primary()
                    .orElseThrow(() -> new IllegalStateException("There is no primary at this moment")));
            case "secondary" -> List.of(deployment.secondaries().stream().findFirst()
                    .orElseThrow(() -> new IllegalStateException("There is no secondary at this moment")));
            default -> List.of(deployment.members().stream()
                    .filter(member -> member.address().toString().equals(which)
                            || String.valueOf(member.index()).equals(which))
                    .findFirst().orElseThrow(() -> new IllegalArgumentException("There is no member '" + which + "'")));
        };
    }

    Duration duration(String name) {
        Matcher time = TIME.matcher(text(name));
        if (!time.matches()) {
            throw new IllegalArgumentException("'" + text(name) + "' is no time; write 500ms, 5s or 1m");
        }
        long amount = Long.parseLong(time.group(1));
        return switch (time.group(2)) {
            case "s" -> Duration.ofSeconds(amount);
            case "m" -> Duration.ofMinutes(amount);
            case null, default -> Duration.ofMillis(amount);
        };
    }

    Duration duration(String name, Duration otherwise) {
        return named.containsKey(name) ? duration(name) : otherwise;
    }

    int count(String name, int otherwise) {
        try {
            return named.containsKey(name) ? Integer.parseInt(text(name)) : otherwise;
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("'" + text(name) + "' is no number", e);
        }
    }

    /** On, unless it is said to be off. */
    boolean flag(String name) {
        return switch (named.getOrDefault(name, "on")) {
            case "on", "true" -> true;
            case "off", "false" -> false;
            default -> throw new IllegalArgumentException(name + " is on or off, not " + text(name));
        };
    }
}
