package dev.bowline.conformance.unified;

import dev.bowline.conformance.Skips;
import dev.bowline.conformance.SpecException;
import dev.bowline.conformance.format.Requirement;
import dev.bowline.driver.uri.ConnectionString;
import dev.bowline.egress.error.MongoException;
import java.util.List;

/** The one deployment that the user named. */
final class GivenDeployment implements Deployments {
    private final Target target;
    private final Skips skips;

    /** @throws dev.bowline.conformance.SpecException if it cannot be reached */
    GivenDeployment(String uri, Skips skips) {
        this.skips = skips;
        this.target = connect(uri);
    }

    private static Target connect(String uri) {
        String plain;
        boolean auth;
        try {
            plain = ConnectionStrings.withoutSrv(uri);
            auth = ConnectionString.parse(plain).credential().isPresent();
        } catch (MongoException e) {
            throw new SpecException("The deployment cannot be reached, because its connection string cannot be used: "
                    + e.getMessage(), e);
        }
        return Target.connect(plain, ConnectionStrings.firstHost(plain), auth, () -> {});
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
