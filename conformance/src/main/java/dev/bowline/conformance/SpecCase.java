package dev.bowline.conformance;

/**
 * One case of the data, ready to run.
 *
 * @param suite the specification it belongs to
 * @param file its file, below the data directory
 * @param name its description, unique in the file
 */
public record SpecCase(String suite, String file, String name, Body body) {
    /** Runs a case: returns if it passed, throws if it did not. */
    @FunctionalInterface
    public interface Body {
        /**
         * Runs the case; it passes if nothing is thrown.
         *
         * @throws SkippedException if the case does not apply, with its reason
         */
        void run() throws Exception;
    }

    String key() {
        return file + ": " + name;
    }
}
