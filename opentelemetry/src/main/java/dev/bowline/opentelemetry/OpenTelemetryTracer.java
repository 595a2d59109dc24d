package dev.bowline.opentelemetry;

import dev.bowline.egress.event.TracedOperation;
import dev.bowline.egress.event.Tracer;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.context.Context;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Makes OpenTelemetry spans of what a client does: a span for each operation, in it one for each command that is sent, so
 * that every attempt has its own; operations of a transaction lie in a span of the transaction.
 *
 * <p>While an operation runs, its span is current on its thread, so that the log and other libraries can refer to it.
 *
 * <pre>{@code
 * MongoClientSettings.builder().connectionString(uri).tracer(OpenTelemetryTracer.of(openTelemetry)).build();
 * }</pre>
 */
public final class OpenTelemetryTracer implements Tracer {
    /** Up to how many characters of a command become {@code db.query.text}, where the application does not say. */
    public static final String QUERY_TEXT_VARIABLE = "OTEL_JAVA_INSTRUMENTATION_MONGODB_QUERY_TEXT_MAX_LENGTH";

    private static final String SCOPE = "dev.bowline";
    private static final String VERSION = "0.1.0";

    private final io.opentelemetry.api.trace.Tracer tracer;
    private final int maxQueryTextLength;

    private OpenTelemetryTracer(io.opentelemetry.api.trace.Tracer tracer, int maxQueryTextLength) {
        this.tracer = tracer;
        this.maxQueryTextLength = maxQueryTextLength;
    }

    /**
     * Creates a tracer. It records no text of commands, unless the environment variable {@value #QUERY_TEXT_VARIABLE} is
     * set to a number of characters.
     */
    public static OpenTelemetryTracer of(OpenTelemetry openTelemetry) {
        return of(openTelemetry, System.getenv());
    }

    static OpenTelemetryTracer of(OpenTelemetry openTelemetry, Map<String, String> environment) {
        String length = environment.getOrDefault(QUERY_TEXT_VARIABLE, "0");
        return new OpenTelemetryTracer(
                Objects.requireNonNull(openTelemetry, "openTelemetry").getTracer(SCOPE, VERSION),
                length.matches("[0-9]{1,9}") ? Integer.parseInt(length) : 0);
    }

    /**
     * Returns a tracer that records the text of commands as {@code db.query.text}. Commands contain the application's
     * data.
     *
     * @param maxLength how many characters at most; 0 for none
     * @throws IllegalArgumentException if the length is negative
     */
    public OpenTelemetryTracer withQueryText(int maxLength) {
        if (maxLength < 0) {
            throw new IllegalArgumentException("The length is " + maxLength + ", which is below 0");
        }
        return new OpenTelemetryTracer(tracer, maxLength);
    }

    @Override
    public Span transactionStarted() {
        return OpenTelemetrySpan.start(tracer, span("transaction", Context.current()),
                Map.of("db.system.name", "mongodb"), false);
    }

    @Override
    public Span operationStarted(TracedOperation operation, @Nullable Span transaction) {
        Context parent = transaction instanceof OpenTelemetrySpan known ? known.context() : Context.current();
        return OpenTelemetrySpan.start(tracer, span(operation.summary(), parent), operation.attributes(), true);
    }

    @Override
    public int maxQueryTextLength() {
        return maxQueryTextLength;
    }

    private SpanBuilder span(String name, Context parent) {
        return tracer.spanBuilder(name).setSpanKind(SpanKind.CLIENT).setParent(parent);
    }
}
