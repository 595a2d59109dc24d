package dev.bowline.settings;

import dev.bowline.error.MongoConfigurationException;
import java.util.List;
import java.util.Optional;

/** A library built on Bowline, which the server then finds in its logs beside it. */
public record WrappingLibrary(String name, Optional<String> version, Optional<String> platform) {
    /** @throws MongoConfigurationException if a part contains {@code |}, which separates it from Bowline's own */
    public WrappingLibrary {
        // An empty part is none.
        version = version.filter(text -> !text.isEmpty());
        platform = platform.filter(text -> !text.isEmpty());
        for (String part : List.of(name, version.orElse(""), platform.orElse(""))) {
            if (part.indexOf('|') >= 0) {
                throw new MongoConfigurationException(
                        "'" + part
                                + "' in the wrapping library contains '|', which separates it from the driver's own");
            }
        }
    }

    public static WrappingLibrary of(String name, String version) {
        return new WrappingLibrary(name, Optional.of(version), Optional.empty());
    }
}
