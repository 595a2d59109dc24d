package dev.bowline.simulator.query;

import dev.bowline.simulator.bson.Order;
import dev.bowline.simulator.expression.Scope;
import java.util.List;

/** One filter at work: what it may look up, and where in an array the last document matched. */
public final class Matching {
    private final Scope scope;
    private final Order order;
    private final List<String> textFields;
    private int position = -1;

    /**
     * The context of one query.
     *
     * @param textFields the fields that a text index covers; empty if there is none, "$**" for all
     */
    public Matching(Scope scope, List<String> textFields) {
        this.scope = scope;
        this.order = scope.evaluation().order();
        this.textFields = textFields;
    }

    public Matching(Scope scope) {
        this(scope, List.of());
    }

    public Scope scope() {
        return scope;
    }

    public Order order() {
        return order;
    }

    List<String> textFields() {
        return textFields;
    }

    /** Matches a document and remembers which element of an array made it match. */
    public boolean test(Filter filter, dev.bowline.simulator.bson.Document document) {
        position = -1;
        scope.evaluation().budget().step();
        return filter.matches(document, this);
    }

    /** The index of the element that matched in the array last looked into, or -1. */
    public int position() {
        return position;
    }

    void matchedAt(int index) {
        position = index;
    }
}
