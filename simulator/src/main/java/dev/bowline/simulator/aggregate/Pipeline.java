package dev.bowline.simulator.aggregate;

import dev.bowline.simulator.bson.Document;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A parsed pipeline. */
public final class Pipeline {
    private final List<Stage> stages;
    private final Set<String> collections;
    private final @Nullable Document output;
    private final @Nullable Document firstMatch;
    private final boolean needsNoSource;

    Pipeline(List<Stage> stages, Set<String> collections, @Nullable Document output, @Nullable Document firstMatch,
            boolean needsNoSource) {
        this.stages = List.copyOf(stages);
        this.collections = Collections.unmodifiableSet(new LinkedHashSet<>(collections));
        this.output = output;
        this.firstMatch = firstMatch;
        this.needsNoSource = needsNoSource;
    }

    /** The other collections that it reads. */
    public Set<String> collections() {
        return collections;
    }

    /** Its last stage if that writes ({@code $out} or {@code $merge}), else null. That stage is not run here. */
    public @Nullable Document output() {
        return output;
    }

    /** The filter that it begins with, as it was given; null if it begins otherwise. */
    public @Nullable Document firstMatch() {
        return firstMatch;
    }

    /** Whether the first stage makes its documents itself. */
    public boolean needsNoSource() {
        return needsNoSource;
    }

    public boolean isEmpty() {
        return stages.isEmpty();
    }

    public Iterator<Document> run(Iterator<Document> input, Run run) {
        Iterator<Document> current = input;
        for (Stage stage : stages) {
            current = stage.run(current, run);
        }
        return current;
    }
}
