package dev.bowline.sync;

import com.mongodb.MongoClientSettings;

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
}
