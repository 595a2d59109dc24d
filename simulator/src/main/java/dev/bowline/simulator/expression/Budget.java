package dev.bowline.simulator.expression;

/** Ends a command that has used up its time, or whose client has gone, from within its evaluation. */
public final class Budget {
    public static final Budget UNLIMITED = new Budget(() -> {});
    private static final int STEPS = 256;

    private final Runnable check;
    private int left = STEPS;

    /**
     * The budget of one command.
     *
     * @param check throws if the command must end; called once in a while
     */
    public Budget(Runnable check) {
        this.check = check;
    }

    /** Notes one step of work: a document, an element. Used by one thread at a time; a race costs a check at most. */
    public void step() {
        if (--left <= 0) {
            left = STEPS;
            check.run();
        }
    }
}
