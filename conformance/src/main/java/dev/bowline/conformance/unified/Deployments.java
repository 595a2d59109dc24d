package dev.bowline.conformance.unified;

import dev.bowline.conformance.format.Requirement;
import java.util.List;

/** Where a test can run. */
interface Deployments extends AutoCloseable {
    /**
     * A deployment that satisfies at least one requirement of each list; an empty list is satisfied by any.
     *
     * @throws dev.bowline.conformance.SkippedException if there is none
     */
    Target satisfying(List<Requirement> ofFile, List<Requirement> ofTest);

    /** Makes a deployment usable again after a case that hangs; one that is simulated is given up instead. */
    default void recover() {}

    @Override
    void close();
}
