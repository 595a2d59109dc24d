package dev.bowline.conformance.unified;

import dev.bowline.MongoClientSettings;
import dev.bowline.conformance.Skips;
import dev.bowline.conformance.SpecException;
import dev.bowline.conformance.format.Requirement;
import dev.bowline.driver.uri.ConnectionString;
import dev.bowline.egress.environment.SystemEnvironment;
import dev.bowline.error.MongoException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The one deployment that the user named. */
final class GivenDeployment implements Deployments {
    private final Target target;
    private final Skips skips;

    /** @throws dev.bowline.conformance.SpecException if it cannot be reached */
    GivenDeployment(String uri, @Nullable String singleUri, Skips skips) {
        this.skips = skips;
        this.target = connect(uri, singleUri);
    }

    private static Target connect(String uri, @Nullable String singleUri) {
        String plain;
        boolean auth;
        boolean loadBalanced;
        try {
            plain = ConnectionStrings.withoutSrv(uri);
            auth = ConnectionString.parse(plain).credential().isPresent();
            loadBalanced = MongoClientSettings.of(plain).loadBalanced();
        } catch (MongoException e) {
            throw new SpecException("The deployment cannot be reached, because its connection string cannot be used: "
                    + e.getMessage(), e);
        }
        if (loadBalanced && singleUri == null) {
            throw new SpecException("Behind a load balancer tests need a second one, in front of a single server:"
                    + " give its connection string with --single-uri");
        }
        String single = loadBalanced && singleUri != null ? singleUri : ConnectionStrings.firstHost(plain);
        return Target.connect(plain, single, auth, Target.Backing.foreign(), SystemEnvironment.instance());
    }

    @Override
    public Target satisfying(List<Requirement> ofFile, List<Requirement> ofTest) {
        Unmet.check(List.of(ofFile), target.factsFor(ofFile), skips);
        Unmet.check(List.of(ofTest), target.factsFor(ofTest), skips);
        return target;
    }

    @Override
    public void recover() {
        target.recover();
    }

    @Override
    public void close() {
        target.close();
    }
}
