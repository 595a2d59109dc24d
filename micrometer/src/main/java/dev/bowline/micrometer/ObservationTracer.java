package dev.bowline.micrometer;

import dev.bowline.egress.event.TracedCommand;
import dev.bowline.egress.event.TracedOperation;
import dev.bowline.egress.event.Tracer;
import io.micrometer.common.KeyValue;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Makes observations of transactions, operations and commands, from which Micrometer's handlers make spans. Attributes
 * whose values are few become low-cardinality key values.
 */
public final class ObservationTracer implements Tracer {
    private static final Set<String> FEW = Set.of("db.system.name", "db.namespace", "db.collection.name",
            "db.operation.name", "db.command.name", "network.transport");

    private final ObservationRegistry registry;

    /** Creates a tracer that reports to this registry. */
    public ObservationTracer(ObservationRegistry registry) {
        this.registry = Objects.requireNonNull(registry, "registry");
    }

    @Override
    public Span transactionStarted() {
        return start("mongodb.transaction", "transaction", null, Map.of("db.system.name", "mongodb"));
    }

    @Override
    public Span operationStarted(TracedOperation operation, @Nullable Span transaction) {
        Observation parent = transaction instanceof Observed known
                ? known.observation
                : registry.getCurrentObservation();
        return start("mongodb.operation", operation.summary(), parent, operation.attributes());
    }

    private Observed start(String name, String shown, @Nullable Observation parent, Map<String, Object> attributes) {
        Observation observation = Observation.createNotStarted(name, registry).contextualName(shown);
        if (parent != null) {
            observation.parentObservation(parent);
        }
        attributes.forEach((key, value) -> {
            KeyValue pair = KeyValue.of(key, value.toString());
            if (FEW.contains(key)) {
                observation.lowCardinalityKeyValue(pair);
            } else {
                observation.highCardinalityKeyValue(pair);
            }
        });
        return new Observed(observation.start());
    }

    private final class Observed implements Span {
        private final Observation observation;

        private Observed(Observation observation) {
            this.observation = observation;
        }

        @Override
        public Span commandStarted(TracedCommand command) {
            return start("mongodb.command", command.name(), observation, command.attributes());
        }

        @Override
        public void cursorOpened(long cursorId) {
            observation.highCardinalityKeyValue("db.mongodb.cursor_id", String.valueOf(cursorId));
        }

        @Override
        public void failed(Throwable error) {
            observation.error(error);
        }

        @Override
        public void ended() {
            observation.stop();
        }
    }
}
