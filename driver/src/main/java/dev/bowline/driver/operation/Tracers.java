package dev.bowline.driver.operation;

import dev.bowline.egress.environment.StateLock;
import dev.bowline.egress.event.TracedCommand;
import dev.bowline.egress.event.TracedOperation;
import dev.bowline.egress.event.Tracer;
import dev.bowline.egress.event.Tracer.Span;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The tracer of a client's settings, and further ones that are added and removed while the client runs. Those see
 * operations and commands. Transactions are traced by the tracer of the settings alone: their spans outlive an
 * operation.
 */
public final class Tracers {
    private static final Logger LOG = LoggerFactory.getLogger("dev.bowline.client");

    private final @Nullable Tracer own;
    /** Guards the list of added tracers. */
    private final StateLock lock = new StateLock();
    private List<Tracer> added = List.of();
    private volatile @Nullable Tracer current;

    /**
     * The tracers of a client.
     *
     * @param own the tracer of the settings, or null
     */
    public Tracers(@Nullable Tracer own) {
        this.own = own;
        use(List.of());
    }

    /** The tracer to call now; null if there is none, so that nothing need be made for it. */
    @Nullable
    Tracer current() {
        return current;
    }

    /** Adds a tracer. Operations that have begun before are not traced by it. */
    public void add(Tracer tracer) {
        lock.lock();
        try {
            List<Tracer> more = new ArrayList<>(added);
            more.add(tracer);
            use(more);
        } finally {
            lock.unlock();
        }
    }

    /** Removes a tracer that was added. It still gets the end of spans that it has started. */
    public void remove(Tracer tracer) {
        lock.lock();
        try {
            List<Tracer> fewer = new ArrayList<>(added);
            fewer.remove(tracer);
            use(fewer);
        } finally {
            lock.unlock();
        }
    }

    private void use(List<Tracer> tracers) {
        added = List.copyOf(tracers);
        current = own == null && added.isEmpty() ? null : new All(own, added);
    }

    /**
     * Calls all tracers. One that throws is left out of what it failed to begin; the operation and the other tracers
     * do not notice.
     */
    private record All(@Nullable Tracer own, List<Tracer> added) implements Tracer {
        @Override
        public Span transactionStarted() {
            List<Span> spans = new ArrayList<>(1);
            if (own != null) {
                begin(spans, own::transactionStarted);
            }
            return new Spans(spans);
        }

        @Override
        public Span operationStarted(TracedOperation operation, @Nullable Span transaction) {
            List<Span> spans = new ArrayList<>(added.size() + 1);
            if (own != null) {
                Span ofOwn = transaction instanceof Spans begun && !begun.spans.isEmpty()
                        ? begun.spans.getFirst()
                        : null;
                begin(spans, () -> own.operationStarted(operation, ofOwn));
            }
            for (Tracer tracer : added) {
                begin(spans, () -> tracer.operationStarted(operation, null));
            }
            return new Spans(spans);
        }

        @Override
        public int maxQueryTextLength() {
            return own == null ? 0 : own.maxQueryTextLength();
        }
    }

    private record Spans(List<Span> spans) implements Span {
        @Override
        public Span commandStarted(TracedCommand command) {
            List<Span> commands = new ArrayList<>(spans.size());
            for (Span span : spans) {
                begin(commands, () -> span.commandStarted(command));
            }
            return new Spans(commands);
        }

        @Override
        public void cursorOpened(long cursorId) {
            each(span -> span.cursorOpened(cursorId));
        }

        @Override
        public void failed(Throwable error) {
            each(span -> span.failed(error));
        }

        @Override
        public void ended() {
            each(Span::ended);
        }

        private void each(Consumer<Span> call) {
            for (Span span : spans) {
                try {
                    call.accept(span);
                } catch (RuntimeException e) {
                    LOG.warn("A tracer failed", e);
                }
            }
        }
    }

    private static void begin(List<Span> spans, Supplier<Span> start) {
        try {
            spans.add(start.get());
        } catch (RuntimeException e) {
            LOG.warn("A tracer failed", e);
        }
    }
}
