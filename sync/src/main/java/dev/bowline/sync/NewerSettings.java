package dev.bowline.sync;

import com.mongodb.MongoClientSettings;
import dev.bowline.MongoClientSettingsBuilder;

/** Settings that older versions of the official jars do not have; there they cannot have been set. */
final class NewerSettings {
    private NewerSettings() {}

    static boolean hasObservability(MongoClientSettings settings) {
        try {
            return settings.getObservabilitySettings() != null;
        } catch (NoSuchMethodError older) {
            return false;
        }
    }

    /** How the client meets overloaded servers, where the official settings say so. */
    static void overload(MongoClientSettingsBuilder builder, MongoClientSettings settings) {
        try {
            Integer retries = settings.getMaxAdaptiveRetries();
            if (retries != null) {
                builder.maxAdaptiveRetries(retries);
            }
            builder.enableOverloadRetargeting(settings.getEnableOverloadRetargeting());
        } catch (NoSuchMethodError older) {
            // These jars have no such settings, so the defaults hold.
        }
    }
}
