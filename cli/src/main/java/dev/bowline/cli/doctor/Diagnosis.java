package dev.bowline.cli.doctor;

import dev.bowline.egress.environment.ForeignText;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.bson.Document;
import org.bson.json.JsonWriterSettings;

/**
 * What the doctor did, step by step, and what it found. Steps are added by one thread; lines by the threads of a step.
 */
public final class Diagnosis {
    /** One step: its name, what was seen, and the findings. What servers say cannot move the terminal's cursor. */
    public static final class Step {
        private final String name;
        private final List<String> lines = new ArrayList<>();
        private final List<Finding> findings = new ArrayList<>();

        Step(String name) {
            this.name = name;
        }

        synchronized void saw(String line) {
            lines.add(ForeignText.shown(line));
        }

        synchronized void found(Finding finding) {
            findings.add(finding);
        }

        synchronized boolean isEmpty() {
            return lines.isEmpty() && findings.isEmpty();
        }

        /** Adds what another step has so far. */
        synchronized void add(Step other) {
            synchronized (other) {
                lines.addAll(other.lines);
                findings.addAll(other.findings);
            }
        }

        /** What is wrong with one server is no problem for a client that can do without it. */
        synchronized void soften() {
            findings.replaceAll(finding -> finding.severity() == Finding.Severity.PROBLEM
                    ? Finding.warning(finding.code(), finding.what(), finding.advice(), finding.sure())
                    : finding);
        }
    }

    private final String uri;
    private final List<Step> steps = new ArrayList<>();

    Diagnosis(String uri) {
        this.uri = uri;
    }

    Step step(String name) {
        Step step = new Step(name);
        steps.add(step);
        return step;
    }

    void add(Step step) {
        steps.add(step);
    }

    /** All findings, in the order of the steps. */
    public List<Finding> findings() {
        return steps.stream().flatMap(step -> step.findings.stream()).toList();
    }

    boolean has(Finding.Severity severity) {
        return findings().stream().anyMatch(finding -> finding.severity() == severity);
    }

    /** 0 if nothing is wrong, 1 if something should be changed, 2 if a client cannot work. */
    public int exitStatus() {
        if (has(Finding.Severity.PROBLEM)) {
            return 2;
        }
        return has(Finding.Severity.WARNING) ? 1 : 0;
    }

    /** The whole story as text, for people. */
    public String text() {
        StringBuilder text = new StringBuilder("Examining ").append(uri).append('\n');
        for (Step step : steps) {
            text.append('\n').append(step.name).append('\n');
            step.lines.forEach(line -> text.append("  ").append(line).append('\n'));
            for (Finding finding : step.findings) {
                text.append("  ").append(mark(finding)).append(' ').append(finding.what()).append('\n');
            }
        }
        text.append('\n').append("Conclusion\n");
        List<Finding> bad = findings().stream().filter(finding -> finding.severity() != Finding.Severity.NOTE)
                .sorted((one, other) -> other.severity().compareTo(one.severity())).toList();
        text.append(switch (exitStatus()) {
            case 0 -> "  Nothing is wrong: a client can use this deployment.\n";
            case 1 -> "  A client can use this deployment, but something should be changed.\n";
            default -> "  A client cannot use this deployment, or only in part.\n";
        });
        for (int i = 0; i < bad.size(); i++) {
            Finding finding = bad.get(i);
            text.append("  ").append(mark(finding)).append(' ').append(finding.what())
                    .append(finding.sure() == 100 ? "" : " (" + finding.sure() + "% sure of the cause)").append('\n');
            boolean saidNext = i + 1 < bad.size() && bad.get(i + 1).advice().equals(finding.advice());
            if (!finding.advice().isEmpty() && !saidNext) {
                text.append("    -> ").append(finding.advice()).append('\n');
            }
        }
        return text.toString();
    }

    private static String mark(Finding finding) {
        return switch (finding.severity()) {
            case NOTE -> "[note]";
            case WARNING -> "[warning]";
            case PROBLEM -> "[PROBLEM]";
        };
    }

    /** The same for programs. */
    public String json() {
        List<Document> reported = steps.stream().map(step -> new Document("step", step.name).append("saw", step.lines)
                .append("findings", step.findings.stream().map(Finding::toDocument).toList())).toList();
        return new Document("uri", uri).append("status", exitStatus())
                .append("verdict", List.of("good", "usable", "broken").get(exitStatus()).toLowerCase(Locale.ROOT))
                .append("steps", reported).toJson(JsonWriterSettings.builder().indent(true).build());
    }
}
