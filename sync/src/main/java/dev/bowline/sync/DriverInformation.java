package dev.bowline.sync;

import com.mongodb.MongoDriverInformation;
import dev.bowline.settings.WrappingLibrary;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The libraries on top of the driver, as the server gets them: the first name goes with the first version. */
final class DriverInformation {
    private DriverInformation() {}

    static List<WrappingLibrary> libraries(MongoDriverInformation information) {
        List<WrappingLibrary> libraries = new ArrayList<>();
        for (int i = 0; i < information.getDriverNames().size(); i++) {
            libraries.add(new WrappingLibrary(information.getDriverNames().get(i),
                    at(information.getDriverVersions(), i), at(information.getDriverPlatforms(), i)));
        }
        return libraries;
    }

    private static Optional<String> at(List<String> parts, int index) {
        return index < parts.size() ? Optional.of(parts.get(index)) : Optional.empty();
    }
}
