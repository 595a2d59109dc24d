package dev.bowline.settings;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The libraries that were named after a client was made. Connections made from then on report them to the server. Safe
 * for any number of threads.
 */
public final class AppendedLibraries {
    private final AtomicReference<List<WrappingLibrary>> libraries = new AtomicReference<>(List.of());

    /** Adds a library, unless it is there already. */
    public void append(WrappingLibrary library) {
        libraries.updateAndGet(known -> {
            if (known.contains(library)) {
                return known;
            }
            List<WrappingLibrary> more = new ArrayList<>(known);
            more.add(library);
            return List.copyOf(more);
        });
    }

    /** The libraries in the order in which they were appended; the same list until another one is. */
    public List<WrappingLibrary> all() {
        return Objects.requireNonNull(libraries.get());
    }
}
