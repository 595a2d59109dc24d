package dev.bowline.sync;

import com.mongodb.client.MongoClients;
import java.security.CodeSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Says which of the two classes {@code com.mongodb.client.MongoClients} a program uses: the official one, or the one of
 * {@code bowline-sync-drop-in}, which wins only if it comes first on the class path. Call it when the program starts.
 */
public final class DropIn {
    private static final Logger LOG = LoggerFactory.getLogger("dev.bowline.sync");

    private DropIn() {}

    /** Whether {@code MongoClients.create} makes clients of Bowline. */
    public static boolean isInUse() {
        return String.valueOf(location()).contains("sync-drop-in");
    }

    /** One sentence for a log: which class is in use, and where it was found. */
    public static String report() {
        return "MongoClients.create makes clients of " + (isInUse() ? "Bowline" : "the official driver")
                + "; the class was found in " + location();
    }

    /** Writes the {@linkplain #report report} to the log. */
    public static void logReport() {
        LOG.info("{}", report());
    }

    /**
     * Refuses to go on with the official class.
     *
     * @throws IllegalStateException if it is in use
     */
    public static void requireInUse() {
        if (!isInUse()) {
            throw new IllegalStateException(report() + ". Put bowline-sync-drop-in before mongodb-driver-sync on the "
                    + "class path");
        }
    }

    private static @Nullable Object location() {
        CodeSource source = MongoClients.class.getProtectionDomain().getCodeSource();
        return source == null ? null : source.getLocation();
    }
}
