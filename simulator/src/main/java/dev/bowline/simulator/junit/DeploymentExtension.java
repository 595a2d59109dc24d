package dev.bowline.simulator.junit;

import dev.bowline.simulator.Deployment;
import dev.bowline.simulator.DeploymentBuilder;
import java.util.function.Supplier;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Gives each test a deployment of its own and closes it afterwards. For JUnit 5.10 and later, 6 included.
 *
 * <p>With {@code @ExtendWith(DeploymentExtension.class)} a test, or its {@code @BeforeEach} method, takes a
 * {@link Deployment} as a parameter: a replica set of three. For another kind, register the extension in code:
 *
 * <pre>{@code
 * @RegisterExtension
 * DeploymentExtension deployments = DeploymentExtension.of(() -> Deployment.builder().sharded(2));
 * }</pre>
 */
public final class DeploymentExtension implements ParameterResolver, AfterEachCallback {
    private static final ExtensionContext.Namespace NAMESPACE = ExtensionContext.Namespace
            .create(DeploymentExtension.class);

    private final Supplier<DeploymentBuilder> builder;

    /** For {@code @ExtendWith}: a replica set of three. */
    public DeploymentExtension() {
        this(() -> Deployment.builder().replicaSet(3));
    }

    private DeploymentExtension(Supplier<DeploymentBuilder> builder) {
        this.builder = builder;
    }

    /** Deployments as this builder, asked anew for each test, describes them. */
    public static DeploymentExtension of(Supplier<DeploymentBuilder> builder) {
        return new DeploymentExtension(builder);
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == Deployment.class;
    }

    @Override
    public Deployment resolveParameter(ParameterContext parameter, ExtensionContext context) {
        // Only what JUnit has had since 5.10: the methods that compute a value were renamed with 6.
        ExtensionContext.Store store = context.getStore(NAMESPACE);
        Deployment known = store.get(Deployment.class, Deployment.class);
        if (known != null) {
            return known;
        }
        Deployment started = builder.get().start();
        store.put(Deployment.class, started);
        return started;
    }

    @Override
    public void afterEach(ExtensionContext context) {
        Deployment deployment = context.getStore(NAMESPACE).remove(Deployment.class, Deployment.class);
        if (deployment != null) {
            deployment.close();
        }
    }
}
