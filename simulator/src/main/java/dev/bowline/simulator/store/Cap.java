package dev.bowline.simulator.store;

import dev.bowline.simulator.bson.Document;
import dev.bowline.simulator.bson.Sizes;
import org.jspecify.annotations.Nullable;

/** The limits of a capped collection, and how many bytes it holds. A collection without limits counts nothing. */
final class Cap {
    private static final long SMALLEST_BYTES = 4096;
    private static final long BYTES_STEP = 256;

    private final boolean capped;
    private final long maxBytes;
    private final long maxDocuments;
    private long bytes;

    private Cap(boolean capped, long maxBytes, long maxDocuments) {
        this.capped = capped;
        this.maxBytes = maxBytes;
        this.maxDocuments = maxDocuments;
    }

    /** @param options of the collection, as given to {@code create} */
    static Cap of(Document options) {
        if (!isTrue(options.get("capped"))) {
            return new Cap(false, Long.MAX_VALUE, Long.MAX_VALUE);
        }
        long size = number(options, "size");
        long rounded = size <= SMALLEST_BYTES
                ? SMALLEST_BYTES
                : Math.ceilDiv(size, BYTES_STEP) * BYTES_STEP;
        long max = number(options, "max");
        return new Cap(true, rounded, max <= 0 ? Long.MAX_VALUE : max);
    }

    private static boolean isTrue(@Nullable Object value) {
        return value instanceof Boolean flag ? flag : value instanceof Number number && number.doubleValue() != 0;
    }

    private static long number(Document options, String name) {
        return options.get(name) instanceof Number number ? number.longValue() : 0;
    }

    void added(Document document) {
        if (capped) {
            bytes += Sizes.of(document);
        }
    }

    void removed(Document document) {
        if (capped) {
            bytes -= Sizes.of(document);
        }
    }

    boolean isCapped() {
        return capped;
    }

    boolean isExceeded(int documents) {
        return bytes > maxBytes || documents > maxDocuments;
    }
}
