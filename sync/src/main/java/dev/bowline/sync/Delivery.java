package dev.bowline.sync;

import java.util.List;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Calls several listeners; what one throws does not keep an event from the next. */
final class Delivery {
    private static final Logger LOG = LoggerFactory.getLogger("dev.bowline.sync");

    private Delivery() {}

    static <L> void call(List<L> listeners, Consumer<L> event) {
        for (L listener : listeners) {
            try {
                event.accept(listener);
            } catch (RuntimeException e) {
                LOG.warn("A listener of class {} threw an exception", listener.getClass().getName(), e);
            }
        }
    }
}
