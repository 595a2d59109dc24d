package dev.bowline.simulator;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noMethods;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;

import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The arrows between the simulator's rooms, and what keeps its servers able to run in virtual time. */
class ArchitectureTest {
    private static final JavaClasses SIMULATOR = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .withImportOption(location -> !location.contains("/test-classes/")).importPackages("dev.bowline.simulator");

    /** Owners, or owner and method, that would escape the environment. */
    private static final Set<String> BANNED = Set.of("java.lang.System.nanoTime", "java.lang.System.currentTimeMillis",
            "java.time.Instant.now", "java.lang.Thread.sleep", "java.lang.Thread.<init>", "java.lang.Thread.ofVirtual",
            "java.lang.Thread.ofPlatform", "java.util.concurrent.locks.LockSupport.park",
            "java.util.concurrent.locks.LockSupport.parkNanos", "java.lang.Object.wait",
            "java.util.concurrent.locks.Condition.await", "java.util.concurrent.CountDownLatch.await",
            "java.util.Random.<init>", "java.util.concurrent.ThreadLocalRandom.current", "java.lang.Math.random",
            "java.security.SecureRandom.<init>", "java.util.UUID.randomUUID", "java.util.Collection.parallelStream",
            "java.nio.channels.ServerSocketChannel.open", "java.net.Socket.<init>");

    @Test
    void roomsImportOnlyRoomsBelow() {
        layeredArchitecture().consideringOnlyDependenciesInLayers()
                .layer("bson").definedBy("dev.bowline.simulator.bson..")
                .layer("expression").definedBy("dev.bowline.simulator.expression..")
                .layer("query").definedBy("dev.bowline.simulator.query..")
                .layer("aggregate").definedBy("dev.bowline.simulator.aggregate..")
                .layer("store").definedBy("dev.bowline.simulator.store..")
                .layer("replication").definedBy("dev.bowline.simulator.replication..")
                .layer("network").definedBy("dev.bowline.simulator.network..")
                .layer("server").definedBy("dev.bowline.simulator.server..")
                .layer("deployment").definedBy("dev.bowline.simulator")
                .layer("junit").definedBy("dev.bowline.simulator.junit..")
                .layer("control").definedBy("dev.bowline.simulator.control..")
                .whereLayer("junit").mayNotBeAccessedByAnyLayer()
                .whereLayer("control").mayNotBeAccessedByAnyLayer()
                .whereLayer("deployment").mayOnlyBeAccessedByLayers("junit", "control")
                .whereLayer("server").mayOnlyBeAccessedByLayers("deployment")
                .whereLayer("network").mayOnlyBeAccessedByLayers("server", "deployment")
                .whereLayer("replication").mayOnlyBeAccessedByLayers("server", "deployment")
                .whereLayer("store").mayOnlyBeAccessedByLayers("replication", "server", "deployment")
                .whereLayer("aggregate").mayOnlyBeAccessedByLayers("server")
                .whereLayer("query").mayOnlyBeAccessedByLayers("aggregate", "store", "server")
                .whereLayer("expression").mayOnlyBeAccessedByLayers("query", "aggregate", "store", "server")
                .whereLayer("bson")
                .mayOnlyBeAccessedByLayers("expression", "query", "aggregate", "store", "replication",
                        "server")
                .check(SIMULATOR);
    }

    @Test
    void serversUseTheEnvironmentForWaitsTimeAndRandomness() {
        noClasses().that().resideOutsideOfPackages("dev.bowline.simulator.network..", "dev.bowline.simulator.time..")
                .should().accessTargetWhere(describe("escape the environment", ArchitectureTest::isBanned))
                .check(SIMULATOR);
    }

    @Test
    void nothingIsSynchronized() {
        noMethods().should().haveModifier(JavaModifier.SYNCHRONIZED).check(SIMULATOR);
    }

    @Test
    void nothingDependsOnTheDriverOrOnAPeer() {
        noClasses().should().dependOnClassesThat()
                .resideInAnyPackage("dev.bowline", "dev.bowline.driver..", "com.mongodb..")
                .check(SIMULATOR);
    }

    @Test
    void theExtensionUsesNothingThatJunitHasGainedOrLostBetween510And6() {
        noClasses().that().resideInAPackage("dev.bowline.simulator.junit..").should()
                .callMethodWhere(describe("differ between versions of JUnit",
                        call -> call.getTargetOwner().getFullName()
                                .equals("org.junit.jupiter.api.extension.ExtensionContext$Store")
                                && call.getName().contains("omputeIfAbsent")))
                .check(SIMULATOR);
    }

    private static boolean isBanned(JavaAccess<?> access) {
        return BANNED.contains(access.getTargetOwner().getFullName() + "." + access.getTarget().getName());
    }
}
