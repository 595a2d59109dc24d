package dev.bowline.options;

/** How detailed an explanation is. */
public enum ExplainVerbosity {
    /** The plan that would be chosen. Nothing is run. */
    QUERY_PLANNER("queryPlanner"),
    /** The plan, and what it did when it was run. */
    EXECUTION_STATS("executionStats"),
    /** The same for the plans that were not chosen too. */
    ALL_PLANS_EXECUTION("allPlansExecution");

    private final String value;

    ExplainVerbosity(String value) {
        this.value = value;
    }

    /** The server's name for it. */
    public String value() {
        return value;
    }
}
