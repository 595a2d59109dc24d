package dev.bowline.conformance.unified;

import dev.bowline.conformance.CaseTime;
import dev.bowline.conformance.LaterPolicy;
import dev.bowline.conformance.SkippedException;
import dev.bowline.conformance.Skips;
import dev.bowline.conformance.SpecCase;
import dev.bowline.conformance.SpecException;
import dev.bowline.conformance.SpecFile;
import dev.bowline.conformance.SpecFormat;
import dev.bowline.conformance.format.InvalidTestFileException;
import dev.bowline.conformance.format.TestCase;
import dev.bowline.conformance.format.TestFile;
import dev.bowline.conformance.format.Version;
import dev.bowline.conformance.match.MismatchException;
import dev.bowline.simulator.time.Simulation;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The unified test format, and the format's own suites: files that must be rejected, and files whose tests must all
 * fail.
 *
 * <p>On simulated deployments each case runs in virtual time, with a deployment of its own: a timeout of 100 ms means
 * that, however busy the machine is. A deployment that was given is looked for when the first case needs it.
 */
public final class UnifiedFormat implements SpecFormat {
    private static final String INVALID = "unified-test-format/invalid";
    private static final String VALID_FAIL = "unified-test-format/valid-fail";

    /** Without it, a case that waits for nothing would go on as long as monitors look at servers. */
    private static final Duration VIRTUAL_LIMIT = Duration.ofMinutes(10);
    private static final Version BULK_WRITE = new Version(8, 0, 0);

    private final Skips skips;
    private final @Nullable Supplier<Deployments> given;
    private final long seed;
    private @Nullable Deployments deployments;

    /**
     * The unified format, on one deployment or on simulated ones.
     *
     * @param uri the deployment to run on, or null for simulated ones
     * @param singleUri the same through one of its servers, or null
     * @param seed decides what happens in virtual time
     */
    public UnifiedFormat(@Nullable String uri, @Nullable String singleUri, Skips skips, long seed) {
        this.skips = skips;
        this.seed = seed;
        this.given = uri == null ? null : () -> new GivenDeployment(uri, singleUri, skips);
    }

    @Override
    public boolean reads(SpecFile file) {
        return file.directory().equals(INVALID) || file.contents().containsKey("schemaVersion");
    }

    @Override
    public List<SpecCase> cases(SpecFile file) {
        if (file.directory().equals(INVALID)) {
            return List.of(new SpecCase(file.suite(), file.path(), "is rejected", () -> expectRejection(file)));
        }
        boolean mustFail = file.directory().equals(VALID_FAIL);
        if (mustFail && TestFile.isOfUnknownVersion(file.contents())) {
            return List.of(new SpecCase(file.suite(), file.path(), "is refused", () -> expectRejection(file)));
        }
        TestFile parsed = TestFile.of(file.contents());
        boolean later = LaterPolicy.holdsFor(file);
        return parsed.tests().stream().map(test -> new SpecCase(file.suite(), file.path(), test.description(),
                () -> runOrExpectFailure(parsed, test, mustFail, later))).toList();
    }

    private void runOrExpectFailure(TestFile file, TestCase test, boolean mustFail, boolean later) {
        if (!mustFail) {
            run(file, test, later);
            return;
        }
        try {
            run(file, test, later);
        } catch (SkippedException | SpecException e) {
            throw e;
        } catch (RuntimeException e) {
            return;
        }
        throw new MismatchException("the test passed, although it is there to fail");
    }

    private void run(TestFile file, TestCase test, boolean later) {
        UnifiedTest.checkSkipReason(test, skips);
        if (given == null) {
            runInVirtualTime(file, test, later);
            return;
        }
        if (deployments == null) {
            deployments = given.get();
        }
        runOn(deployments, file, test, later);
    }

    private void runInVirtualTime(TestFile file, TestCase test, boolean later) {
        Simulation simulation = new Simulation(seed);
        AtomicReference<@Nullable RuntimeException> outcome = new AtomicReference<>();
        try {
            simulation.run(() -> runInVirtualTime(file, test, later, simulation, outcome));
        } catch (RuntimeException | Error thrown) {
            RuntimeException failure = outcome.get();
            if (failure == null) {
                throw thrown;
            }
            failure.addSuppressed(thrown);
        }
        RuntimeException failure = outcome.get();
        if (failure instanceof SpecException) {
            // The deployment was this case's alone, and the others have theirs.
            throw new MismatchException(String.valueOf(failure.getMessage()), failure);
        }
        if (failure != null) {
            throw failure;
        }
    }

    /** The outcome is noted before the threads of the case are given the time to end: one of them may fail, too. */
    private void runInVirtualTime(TestFile file, TestCase test, boolean later, Simulation simulation,
            AtomicReference<@Nullable RuntimeException> outcome) {
        CaseTime time = new CaseTime(simulation.environment());
        Thread main = Thread.currentThread();
        AtomicBoolean ended = new AtomicBoolean();
        time.start("limit", () -> {
            if (!time.await(ended::get, VIRTUAL_LIMIT.toMillis())) {
                throw new MismatchException("The case did not end within " + VIRTUAL_LIMIT.toMinutes()
                        + " virtual minutes; it stood at " + CaseTime.placeOf(main));
            }
        });
        try (Deployments simulated = new SimulatedDeployments(skips, simulation)) {
            runOn(simulated, file, test, later);
        } catch (RuntimeException failure) {
            outcome.set(failure);
        }
        ended.set(true);
        time.changed();
        // The JVM keeps every thread that has not ended, with all that it refers to.
        time.sleep(VIRTUAL_LIMIT.toMillis());
    }

    private void runOn(Deployments available, TestFile file, TestCase test, boolean later) {
        Target target = available.satisfying(file.runOnRequirements(), test.runOnRequirements());
        checkOmittedRequirement(file, test, target);
        target.takeLacking();
        try {
            new UnifiedTest(file, test, target, skips, later).run();
        } catch (MismatchException e) {
            checkLacking(target, "; without it " + e.getMessage());
            throw e;
        }
        checkLacking(target, "");
    }

    /**
     * A case that asked a simulated server for what it lacks has shown nothing, even if an error was what it expected.
     */
    private void checkLacking(Target target, String consequence) {
        List<String> lacking = target.takeLacking();
        if (!lacking.isEmpty()) {
            throw new SkippedException(skips.reason("server-feature"), String.join(", ", lacking) + consequence);
        }
    }

    /**
     * The data forgets in one file to say that a command came with MongoDB 8.0, which shows on older deployments only.
     */
    private void checkOmittedRequirement(TestFile file, TestCase test, Target target) {
        boolean stated = Stream.concat(file.runOnRequirements().stream(), test.runOnRequirements().stream())
                .anyMatch(requirement -> requirement.minServerVersion() != null
                        || requirement.maxServerVersion() != null);
        boolean needed = test.operations().stream().anyMatch(step -> step.name().equals("clientBulkWrite"));
        if (needed && !stated && target.facts().version().compareTo(BULK_WRITE) < 0) {
            throw new SkippedException(skips.reason("requirements"),
                    "needs a server of " + BULK_WRITE + " or later, this is " + target.facts().version());
        }
    }

    private static void expectRejection(SpecFile file) {
        try {
            TestFile.of(file.contents());
        } catch (InvalidTestFileException e) {
            return;
        }
        throw new MismatchException("the file was accepted, although it breaks the rules of the format");
    }

    @Override
    public void recover() {
        if (deployments != null) {
            deployments.recover();
        }
    }

    @Override
    public void close() {
        if (deployments != null) {
            deployments.close();
        }
    }
}
