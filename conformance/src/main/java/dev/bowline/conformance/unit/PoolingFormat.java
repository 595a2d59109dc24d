package dev.bowline.conformance.unit;

import dev.bowline.conformance.OmittedOptions;
import dev.bowline.conformance.SkippedException;
import dev.bowline.conformance.Skips;
import dev.bowline.conformance.SpecCase;
import dev.bowline.conformance.SpecFile;
import dev.bowline.conformance.SpecFormat;
import dev.bowline.conformance.format.Documents;
import dev.bowline.conformance.format.Version;
import dev.bowline.simulator.Deployment;
import dev.bowline.simulator.time.Simulation;
import java.util.List;
import java.util.Set;
import org.bson.BsonDocument;

/**
 * Connection pooling: operations on one pool by several threads, and the events they lead to. The pool's server is
 * simulated, and all of it runs in virtual time: a case that lets a thread come 400 ms after another means that, however
 * busy the machine is.
 */
public final class PoolingFormat implements SpecFormat {
    /** What the simulated server is. */
    private static final Version SERVER = new Version(8, 0, 0);
    private static final int WIRE_VERSION = 25;
    private static final Set<String> REQUIREMENTS = Set.of("minServerVersion", "maxServerVersion", "topology");

    private final Skips skips;
    private final long seed;

    /** @param seed decides what happens in virtual time */
    public PoolingFormat(Skips skips, long seed) {
        this.skips = skips;
        this.seed = seed;
    }

    @Override
    public boolean reads(SpecFile file) {
        return file.has("style", "operations");
    }

    @Override
    public List<SpecCase> cases(SpecFile file) {
        return List.of(new SpecCase(file.suite(), file.path(), file.contents().getString("description").getValue(),
                () -> run(file.contents())));
    }

    private void run(BsonDocument test) {
        checkRequirements(test);
        OmittedOptions.check(test.getDocument("poolOptions", new BsonDocument()).keySet(), skips);
        Simulation simulation = new Simulation(seed);
        simulation.run(() -> play(test, simulation));
    }

    private static void play(BsonDocument test, Simulation simulation) {
        try (Deployment server = Deployment.builder().standalone().wireVersion(WIRE_VERSION)
                .environment(simulation.environmentOf("server")).network(simulation.network()).start()) {
            BsonDocument failPoint = test.getDocument("failPoint", new BsonDocument());
            if (!failPoint.isEmpty()) {
                server.failPoint(server.member(0), failPoint);
            }
            try (PoolingCase running = new PoolingCase(test, server.member(0).address(), simulation.environment())) {
                running.run();
            }
        }
    }

    private void checkRequirements(BsonDocument test) {
        List<BsonDocument> alternatives = Documents.list(test, "runOn").toList();
        alternatives.forEach(requirement -> Check.knownKeys(requirement, REQUIREMENTS, "runOn"));
        if (!alternatives.isEmpty() && alternatives.stream().noneMatch(PoolingFormat::isMet)) {
            throw new SkippedException(skips.reason("requirements"),
                    "needs " + test.getArray("runOn").getValues() + ", this is single " + SERVER);
        }
    }

    private static boolean isMet(BsonDocument requirement) {
        String min = Documents.string(requirement, "minServerVersion");
        String max = Documents.string(requirement, "maxServerVersion");
        List<String> topologies = Documents.strings(requirement, "topology");
        return (min == null || Version.parse(min).compareTo(SERVER) <= 0)
                && (max == null || Version.parse(max).compareTo(SERVER) >= 0)
                && (topologies.isEmpty() || topologies.contains("single"));
    }
}
