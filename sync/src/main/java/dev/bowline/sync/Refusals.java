package dev.bowline.sync;

import com.mongodb.MongoConfigurationException;
import org.jspecify.annotations.Nullable;

/** What cannot be done here is refused with a sentence that says what and why; nothing is ignored in silence. */
final class Refusals {
    private Refusals() {}

    static MongoConfigurationException of(String what, String why) {
        return new MongoConfigurationException(what + " cannot be used with Bowline: " + why);
    }

    static void encryptedFields(@Nullable Object encryptedFields) {
        if (encryptedFields != null) {
            throw of("encryptedFields", "there is no client-side encryption, which they configure");
        }
    }
}
