package dev.bowline.model;

/**
 * Options that a function is given to fill in, for one call; they are sent in the order in which they were given.
 *
 * @param <O> the options themselves
 */
abstract class StageOptions<O extends StageOptions<O>> {
    private Clause given = Clause.empty();

    /** An option that has no method here. Of one that is given again, the later value counts. */
    public O option(String name, Object value) {
        given = given.and(name, value);
        return self();
    }

    final void leaveOut(String name) {
        given = given.without(name);
    }

    final Clause toClause() {
        return given;
    }

    @SuppressWarnings("unchecked") // every class names itself as its parameter
    private O self() {
        return (O) this;
    }
}
