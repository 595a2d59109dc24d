package dev.bowline.driver.operation;

import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The one way by which a module that implements other interfaces over a client reaches the machinery behind it. The
 * client opens it when its class is loaded; a module gets in only if this package is exported to it. This room does not
 * know the client, which lies above it.
 */
public final class ClientSeam {
    /** What the client lets through. */
    public interface Access {
        OperationExecutor executor(Object client);

        OperationScope scope(Object client);

        void heartbeat(Object settingsBuilder, Duration frequency, Duration min);
    }

    private static volatile @Nullable Access access;

    private ClientSeam() {}

    /** Called once, by the client's class. */
    public static void open(Access given) {
        access = given;
    }

    /** The executor of a client. Looks an SRV host up first if that has not been done. */
    public static OperationExecutor executor(Object client) {
        return opened().executor(client);
    }

    /** What the client's settings say about all operations. */
    public static OperationScope scope(Object client) {
        return opened().scope(client);
    }

    /** Sets how often servers are checked at most, which no public setting does. */
    public static void heartbeat(Object settingsBuilder, Duration frequency, Duration min) {
        opened().heartbeat(settingsBuilder, frequency, min);
    }

    private static Access opened() {
        return Objects.requireNonNull(access, "No client has been made");
    }
}
