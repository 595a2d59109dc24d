package dev.bowline.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.AccessTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.properties.CanBeAnnotated;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import com.tngtech.archunit.lang.syntax.ArchRuleDefinition;
import dev.bowline.egress.environment.SystemEnvironment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

/** The calls that only the environment may make. */
class ArchitectureTest {
    private static final JavaClasses LIBRARY = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .withImportOption(location -> !location.contains("/test-classes/"))
            // On the test path only; it is what the environment is simulated with.
            .withImportOption(location -> !location.contains("/simulator/") && !location.contains("doubles"))
            .importPackages("dev.bowline");

    private static final String ENVIRONMENT = "dev.bowline.egress.environment..";

    /** Owner and method of calls that would escape the environment; "*" stands for any method. */
    private static final Set<String> BANNED_CALLS = Set.of(
            "java.lang.System.nanoTime", "java.lang.System.currentTimeMillis",
            "java.time.Clock.systemUTC", "java.time.Clock.systemDefaultZone",
            "java.lang.Thread.sleep", "java.lang.Thread.yield", "java.lang.Thread.<init>", "java.lang.Thread.ofVirtual",
            "java.lang.Thread.ofPlatform", "java.lang.Thread.startVirtualThread", "java.lang.Thread.join",
            "java.util.concurrent.locks.LockSupport.*",
            "java.lang.Object.wait",
            "java.util.concurrent.locks.Condition.*",
            "java.util.concurrent.CountDownLatch.await", "java.util.concurrent.Semaphore.acquire",
            "java.util.concurrent.Semaphore.tryAcquire", "java.util.concurrent.BlockingQueue.take",
            "java.util.concurrent.LinkedBlockingQueue.take", "java.util.concurrent.LinkedBlockingQueue.poll",
            "java.util.concurrent.ArrayBlockingQueue.take", "java.util.concurrent.SynchronousQueue.take",
            "java.util.concurrent.BlockingQueue.poll", "java.util.concurrent.locks.Lock.tryLock",
            "java.util.concurrent.locks.ReentrantLock.tryLock",
            // StateLock instead: a platform thread must not wait behind a virtual one that has no carrier.
            "java.util.concurrent.locks.ReentrantLock.<init>", "java.util.concurrent.CyclicBarrier.await",
            "java.util.concurrent.Phaser.*", "java.util.concurrent.Exchanger.exchange",
            "java.util.concurrent.Future.get", "java.util.concurrent.CompletableFuture.get",
            "java.util.concurrent.CompletableFuture.join",
            "java.util.concurrent.CompletableFuture.supplyAsync", "java.util.concurrent.CompletableFuture.runAsync",
            "java.util.concurrent.CompletableFuture.orTimeout",
            "java.util.concurrent.CompletableFuture.completeOnTimeout",
            "java.util.concurrent.Executors.*", "java.util.concurrent.ForkJoinPool.*",
            "java.util.concurrent.ThreadPoolExecutor.<init>",
            "java.util.concurrent.ScheduledThreadPoolExecutor.<init>",
            "java.util.Collection.parallelStream", "java.util.stream.BaseStream.parallel",
            "java.util.stream.Stream.parallel", "java.util.Timer.<init>", "java.lang.ref.Cleaner.create",
            "java.util.WeakHashMap.<init>", "java.util.IdentityHashMap.<init>",
            "java.util.Random.<init>", "java.util.SplittableRandom.<init>", "java.util.random.RandomGenerator.of",
            "java.util.random.RandomGenerator.getDefault", "java.security.SecureRandom.getInstanceStrong",
            "java.security.SecureRandom.getInstance", "java.util.concurrent.ThreadLocalRandom.*",
            "java.lang.Math.random",
            "java.security.SecureRandom.<init>", "java.util.UUID.randomUUID",
            "java.net.Socket.<init>", "java.net.ServerSocket.<init>", "java.nio.channels.SocketChannel.open",
            "java.nio.channels.ServerSocketChannel.open", "java.nio.channels.AsynchronousSocketChannel.open",
            "java.nio.channels.DatagramChannel.open", "java.nio.channels.Selector.open",
            "java.net.DatagramSocket.<init>", "javax.net.SocketFactory.createSocket",
            "java.net.InetAddress.getByName", "java.net.InetAddress.getAllByName", "java.net.InetAddress.getLocalHost",
            "java.lang.System.identityHashCode");

    @Test
    void onlyTheEnvironmentWaitsReadsClocksOrReachesOut() {
        ArchRule rule = ArchRuleDefinition.noClasses().that().resideOutsideOfPackage(ENVIRONMENT)
                .should().accessTargetWhere(banned())
                .because("the whole driver must run in a simulated environment");
        rule.check(LIBRARY);
        assertThat(LIBRARY.get(SystemEnvironment.class).getAccessesFromSelf()).as("the rule sees what it is about")
                .anyMatch(banned());
    }

    @Test
    void objectIdsComeFromTheEnvironment() {
        ArchRuleDefinition.noClasses().that().resideOutsideOfPackage(ENVIRONMENT)
                .should().callConstructor(org.bson.types.ObjectId.class)
                .check(LIBRARY);
    }

    @Test
    void nothingIsSynchronized() {
        ArchRuleDefinition.noMethods().should().haveModifier(JavaModifier.SYNCHRONIZED).check(LIBRARY);
    }

    /** Blocks leave no mark that the rule above could see, so this one reads the sources. */
    @Test
    void noBlockIsSynchronized() throws IOException {
        List<Path> sources = new ArrayList<>();
        for (String module : List.of("egress", "builders", "driver")) {
            try (Stream<Path> files = Files.walk(Path.of("..", module, "src", "main", "java"))) {
                files.filter(file -> file.toString().endsWith(".java")).forEach(sources::add);
            }
        }
        assertThat(sources).hasSizeGreaterThan(200);
        for (Path source : sources) {
            assertThat(Files.readString(source)).as(source.toString()).doesNotContainPattern("\\bsynchronized\\s*\\(");
        }
    }

    @Test
    void everyPackageIsNullMarked() {
        ArchRuleDefinition.classes().that().haveSimpleName("package-info").should(beNullMarked()).check(LIBRARY);
    }

    private static DescribedPredicate<JavaAccess<?>> banned() {
        return describe("a call that belongs to the environment", access -> {
            String owner = access.getTargetOwner().getName();
            String name = access.getTarget().getName();
            if (access.getOriginOwner().getSimpleName().equals("OidcTokens")
                    && (name.equals("<init>") || name.equals("tryLock"))) {
                // One thread at a time asks for a token, which the specification wants: a lock that is held for long.
                return false;
            }
            return BANNED_CALLS.contains(owner + "." + name) || BANNED_CALLS.contains(owner + ".*")
                    || (owner.startsWith("java.time.") && name.equals("now"))
                    || (owner.equals("java.util.Date") && name.equals("<init>") && parameters(access).isEmpty())
                    || (isFuture(owner) && name.endsWith("Async")
                            && !parameters(access).contains("java.util.concurrent.Executor"));
        });
    }

    private static boolean isFuture(String owner) {
        return owner.equals("java.util.concurrent.CompletableFuture")
                || owner.equals("java.util.concurrent.CompletionStage");
    }

    private static List<String> parameters(JavaAccess<?> access) {
        return access.getTarget() instanceof AccessTarget.CodeUnitAccessTarget target
                ? target.getRawParameterTypes().stream().map(JavaClass::getName).toList()
                : List.of();
    }

    private static ArchCondition<JavaClass> beNullMarked() {
        return new ArchCondition<>("be null-marked") {
            @Override
            public void check(JavaClass type, ConditionEvents events) {
                boolean marked = ((CanBeAnnotated) type).isAnnotatedWith(NullMarked.class);
                events.add(new SimpleConditionEvent(type, marked, type.getPackageName() + " is not @NullMarked"));
            }
        };
    }
}
