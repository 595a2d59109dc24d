package dev.bowline.conformance.unified;

import dev.bowline.conformance.SkippedException;
import dev.bowline.conformance.Skips;
import dev.bowline.conformance.format.DeploymentFacts;
import dev.bowline.conformance.format.Requirement;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Says why no requirement is met. */
final class Unmet {
    private Unmet() {}

    static boolean isMet(List<List<Requirement>> all, DeploymentFacts facts) {
        return all.stream().allMatch(
                list -> list.isEmpty() || list.stream().anyMatch(requirement -> requirement.unmetBy(facts) == null));
    }

    /** @throws SkippedException if one of the lists has no requirement that is met */
    static void check(List<List<Requirement>> all, DeploymentFacts facts, Skips skips) {
        for (List<Requirement> list : all) {
            if (!list.isEmpty() && list.stream().noneMatch(requirement -> requirement.unmetBy(facts) == null)) {
                throw skip(list, facts, skips);
            }
        }
    }

    static SkippedException skip(List<Requirement> list, DeploymentFacts facts, Skips skips) {
        if (list.stream().allMatch(requirement -> Boolean.TRUE.equals(requirement.csfle()))) {
            return new SkippedException(skips.reason("encryption"), "");
        }
        List<String> reasons = new ArrayList<>();
        list.forEach(requirement -> reasons.add(Objects.requireNonNullElse(requirement.unmetBy(facts), "")));
        return new SkippedException(skips.reason("requirements"), String.join("; or ", reasons));
    }
}
