package dev.bowline.cli.doctor;

import dev.bowline.egress.environment.ForeignText;
import org.bson.Document;

/**
 * One thing that the doctor noticed.
 *
 * @param code a short name that stays the same between versions, for scripts
 * @param what the finding in a sentence
 * @param advice what to do, or an empty text
 * @param sure how sure the doctor is of the cause, in per cent
 */
public record Finding(Severity severity, String code, String what, String advice, int sure) {
    /** How bad a finding is. The order is from harmless to bad. */
    public enum Severity {
        /** Worth knowing. */
        NOTE,
        /** It works, but something should be changed. */
        WARNING,
        /** A client cannot work like this, or only in part. */
        PROBLEM
    }

    /** Creates a finding whose texts, which may quote a server, are on one line. */
    public Finding {
        what = ForeignText.shown(what);
        advice = ForeignText.shown(advice);
    }

    static Finding note(String code, String what) {
        return new Finding(Severity.NOTE, code, what, "", 100);
    }

    static Finding warning(String code, String what, String advice, int sure) {
        return new Finding(Severity.WARNING, code, what, advice, sure);
    }

    static Finding problem(String code, String what, String advice, int sure) {
        return new Finding(Severity.PROBLEM, code, what, advice, sure);
    }

    Document toDocument() {
        return new Document("severity", severity.name().toLowerCase(java.util.Locale.ROOT)).append("code", code)
                .append("what", what).append("advice", advice).append("sure", sure);
    }
}
