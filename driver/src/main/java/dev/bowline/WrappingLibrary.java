package dev.bowline;

import dev.bowline.egress.connection.ConnectionSettings;
import java.util.Optional;

/** A library built on Bowline, which the server then finds in its logs beside it. */
public record WrappingLibrary(String name, Optional<String> version, Optional<String> platform) {
    public static WrappingLibrary of(String name, String version) {
        return new WrappingLibrary(name, Optional.of(version), Optional.empty());
    }

    ConnectionSettings.WrappingLibrary toConnectionSetting() {
        return new ConnectionSettings.WrappingLibrary(name, version.orElse(null), platform.orElse(null));
    }
}
