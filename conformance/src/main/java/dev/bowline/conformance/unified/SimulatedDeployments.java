package dev.bowline.conformance.unified;

import dev.bowline.conformance.Skips;
import dev.bowline.conformance.format.DeploymentFacts;
import dev.bowline.conformance.format.Requirement;
import dev.bowline.conformance.format.Version;
import dev.bowline.simulator.Deployment;
import dev.bowline.simulator.DeploymentBuilder;
import dev.bowline.simulator.time.Simulation;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;

/** Starts simulated deployments of the kinds and generations that tests ask for, in virtual time. */
final class SimulatedDeployments implements Deployments {
    private static final String USER = "conformance";
    private static final String PASSWORD = "secret";
    private static final int ROUTERS = 2;
    /** What every simulated server is asked for and has. */
    private static final BsonDocument PARAMETERS = new BsonDocument("enableTestCommands", BsonBoolean.TRUE)
            .append("requireApiVersion", BsonBoolean.FALSE).append("acceptApiVersion2", BsonBoolean.TRUE);
    private static final List<String> MECHANISMS = List.of("SCRAM-SHA-1", "SCRAM-SHA-256", "MONGODB-OIDC",
            "MONGODB-AWS");
    static final String OIDC_TOKEN = "conformance-token";

    /** A kind and generation, without the deployment. */
    private record Kind(String topology, String version, int wireVersion, boolean auth) {
        DeploymentFacts facts() {
            return new DeploymentFacts(Version.parse(version), topology, auth, auth ? MECHANISMS : List.of(),
                    PARAMETERS);
        }
    }

    private final Skips skips;
    private static final List<Kind> KINDS = kinds();
    private final Simulation simulation;
    private final List<Target> running = new ArrayList<>();

    SimulatedDeployments(Skips skips, Simulation simulation) {
        this.skips = skips;
        this.simulation = simulation;
    }

    /**
     * Newest first; a replica set before the others because it can do most. Authentication only where it is asked for.
     */
    private static List<Kind> kinds() {
        Map<String, Integer> generations = new LinkedHashMap<>();
        generations.put("8.0.0", 25);
        generations.put("7.0.0", 21);
        generations.put("6.0.0", 17);
        generations.put("5.0.0", 13);
        generations.put("4.4.0", 9);
        generations.put("4.2.0", 8);
        generations.put("4.0.0", 7);
        generations.put("3.6.0", 6);
        // Only for what no other generation has: most cases are about servers that are in use.
        generations.put("8.2.0", 27);
        List<Kind> kinds = new ArrayList<>();
        for (boolean auth : new boolean[]{false, true}) {
            generations.forEach((version, wireVersion) -> {
                for (String topology : List.of("replicaset", "sharded-replicaset", "single", "load-balanced")) {
                    if (!topology.equals("load-balanced") || wireVersion >= 13) {
                        kinds.add(new Kind(topology, version, wireVersion, auth));
                    }
                }
            });
        }
        return List.copyOf(kinds);
    }

    @Override
    public Target satisfying(List<Requirement> ofFile, List<Requirement> ofTest) {
        for (Kind kind : KINDS) {
            if (Unmet.isMet(List.of(ofFile, ofTest), kind.facts())) {
                Target target = start(kind);
                running.add(target);
                return target;
            }
        }
        for (List<Requirement> list : List.of(ofFile, ofTest)) {
            if (!list.isEmpty() && KINDS.stream().noneMatch(kind -> Unmet.isMet(List.of(list), kind.facts()))) {
                throw Unmet.skip(list, KINDS.get(0).facts(), skips);
            }
        }
        throw Unmet.skip(ofTest, KINDS.get(0).facts(), skips);
    }

    private Target start(Kind kind) {
        DeploymentBuilder builder = Deployment.builder().environment(simulation.environmentOf("deployment"))
                .network(simulation.network()).wireVersion(kind.wireVersion).acceptApiVersion2();
        switch (kind.topology) {
            case "single" -> builder.standalone();
            case "sharded-replicaset" -> builder.sharded(ROUTERS);
            case "load-balanced" -> builder.loadBalanced(ROUTERS);
            default -> builder.replicaSet(3);
        }
        if (kind.auth) {
            builder.user(USER, PASSWORD).oidcToken(OIDC_TOKEN).awsIdentity(USER, PASSWORD);
        }
        Deployment deployment = builder.start();
        String uri = withUser(deployment.connectionString(), kind.auth);
        String single = kind.topology.equals("load-balanced")
                ? withUser(deployment.connectionString(deployment.member(0)), kind.auth)
                : ConnectionStrings.firstHost(uri);
        return Target.connect(uri, single, kind.auth, Target.Backing.of(deployment),
                simulation.environment());
    }

    private static String withUser(String uri, boolean auth) {
        return auth ? uri.replace("mongodb://", "mongodb://" + USER + ":" + PASSWORD + "@") : uri;
    }

    @Override
    public void close() {
        running.forEach(Target::close);
    }
}
