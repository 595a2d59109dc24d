package dev.bowline.simulator.aggregate;

import dev.bowline.simulator.bson.Document;
import dev.bowline.simulator.expression.Evaluation;
import dev.bowline.simulator.expression.Scope;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A pipeline at work: its variables, and the data it may look up. */
public final class Run {
    /** Answers the stages that describe the server rather than data. */
    public interface SystemStages {
        List<Document> documents(String stage, @Nullable Object spec);
    }

    private final Scope scope;
    private final Snapshot snapshot;
    private final SystemStages system;

    public Run(Scope scope, Snapshot snapshot, SystemStages system) {
        this.scope = scope;
        this.snapshot = snapshot;
        this.system = system;
    }

    Run with(Scope inner) {
        return new Run(inner, snapshot, system);
    }

    Scope scope() {
        return scope;
    }

    Evaluation evaluation() {
        return scope.evaluation();
    }

    Snapshot snapshot() {
        return snapshot;
    }

    SystemStages system() {
        return system;
    }

    void step() {
        scope.evaluation().budget().step();
    }

    /** The documents of a collection or a view of the snapshot. */
    Iterator<Document> source(String collection) {
        Snapshot.View view = snapshot.view(collection);
        if (view == null) {
            return snapshot.documents(collection).iterator();
        }
        return view.pipeline().run(source(view.on()), new Run(Scope.of(evaluation(), null), snapshot, system));
    }
}
