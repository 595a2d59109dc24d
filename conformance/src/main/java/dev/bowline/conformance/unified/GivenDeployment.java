package dev.bowline.conformance.unified;

import dev.bowline.conformance.Skips;
import dev.bowline.conformance.format.Requirement;
import java.util.List;

/** The one deployment that the user named. */
final class GivenDeployment implements Deployments {
    private final Target target;
    private final Skips skips;

    /** @throws dev.bowline.conformance.SpecException if it cannot be reached */
    GivenDeployment(String uri, Skips skips) {
        this.skips = skips;
        this.target = Target.connect(uri, ConnectionStrings.firstHost(uri), uri.contains("@"), () -> {});
    }

    @Override
    public Target satisfying(List<Requirement> ofFile, List<Requirement> ofTest) {
        Unmet.check(List.of(ofFile, ofTest), target.facts(), skips);
        return target;
    }

    @Override
    public void close() {
        target.close();
    }
}
