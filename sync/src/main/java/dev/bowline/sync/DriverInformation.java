package dev.bowline.sync;

import com.mongodb.MongoDriverInformation;
import dev.bowline.settings.WrappingLibrary;
import java.util.List;
import java.util.Optional;

/** The libraries on top of the driver, as they are told to the server. */
final class DriverInformation {
    private DriverInformation() {}

    static WrappingLibrary ours(MongoDriverInformation information) {
        return new WrappingLibrary(information.getDriverNames().get(0),
                joined(information.getDriverVersions()), joined(information.getDriverPlatforms()));
    }

    private static Optional<String> joined(List<String> parts) {
        return parts.isEmpty() ? Optional.empty() : Optional.of(parts.get(0));
    }
}
