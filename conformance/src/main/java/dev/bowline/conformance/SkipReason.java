package dev.bowline.conformance;

/**
 * A reason for not running a case, from the list in {@code skips.txt}.
 *
 * @param id its name in the list
 * @param text what it says in the report
 */
public record SkipReason(String id, Lacking lacking, String text) {
    /** Who lacks what the case needs. They are counted apart: the second is a debt of ours. */
    public enum Lacking {
        DEPLOYMENT("the deployment lacks it"),
        CLIENT("the client lacks it"),
        SPECIFICATION("the specification leaves it open"),
        DATA("the data contradicts itself");

        private final String text;

        Lacking(String text) {
            this.text = text;
        }

        public String text() {
            return text;
        }
    }
}
