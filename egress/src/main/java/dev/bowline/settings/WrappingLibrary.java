package dev.bowline.settings;

import dev.bowline.error.MongoConfigurationException;
import java.util.List;
import java.util.Optional;

/** A library built on Bowline, which the server then finds in its logs beside it. */
public record WrappingLibrary(String name, Optional<String> version, Optional<String> platform) {
    /**
     * Checks the parts. An empty version or platform counts as absent.
     *
     * @throws MongoConfigurationException if a part contains {@code |}, which separates it from the part of Bowline
     */
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

    /**
     * A library without a platform.
     *
     * @param name the name of the library
     * @param version its version; an empty string for none
     * @return the library
     * @throws MongoConfigurationException if the name or the version contains {@code |}
     */
    public static WrappingLibrary of(String name, String version) {
        return new WrappingLibrary(name, Optional.of(version), Optional.empty());
    }
}
