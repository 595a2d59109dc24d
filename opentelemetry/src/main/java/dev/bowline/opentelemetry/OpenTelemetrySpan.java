package dev.bowline.opentelemetry;

import dev.bowline.egress.event.TracedCommand;
import dev.bowline.egress.event.Tracer.Span;
import dev.bowline.error.MongoException;
import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.Scope;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A transaction, an operation or a command as a span of OpenTelemetry. */
final class OpenTelemetrySpan implements Span {
    private final Tracer tracer;
    private final io.opentelemetry.api.trace.Span span;
    private final Context context;
    private final @Nullable Scope scope;

    /** The scope is closed when the operation ends, on the same thread and after everything in it. */
    @SuppressWarnings("MustBeClosedChecker")
    private OpenTelemetrySpan(Tracer tracer, io.opentelemetry.api.trace.Span span, boolean current) {
        this.tracer = tracer;
        this.span = span;
        this.context = Context.current().with(span);
        this.scope = current ? context.makeCurrent() : null;
    }

    /** @param current whether the span is the current one of this thread until it ends */
    static OpenTelemetrySpan start(Tracer tracer, SpanBuilder builder, Map<String, Object> attributes,
            boolean current) {
        attributes.forEach((name, value) -> {
            if (value instanceof Long number) {
                builder.setAttribute(name, number);
            } else {
                builder.setAttribute(name, value.toString());
            }
        });
        return new OpenTelemetrySpan(tracer, builder.startSpan(), current);
    }

    Context context() {
        return context;
    }

    @Override
    public Span commandStarted(TracedCommand command) {
        return start(tracer,
                tracer.spanBuilder(command.name()).setSpanKind(SpanKind.CLIENT).setParent(context),
                command.attributes(), false);
    }

    @Override
    public void cursorOpened(long cursorId) {
        span.setAttribute("db.mongodb.cursor_id", cursorId);
    }

    @Override
    public void failed(Throwable error) {
        StringWriter trace = new StringWriter();
        error.printStackTrace(new PrintWriter(trace));
        span.setStatus(StatusCode.ERROR);
        span.setAttribute("exception.message", String.valueOf(error.getMessage()));
        span.setAttribute("exception.type", error.getClass().getName());
        span.setAttribute("exception.stacktrace", trace.toString());
        if (error instanceof MongoException failure && failure.code() > 0) {
            span.setAttribute("db.response.status_code", String.valueOf(failure.code()));
        }
        span.recordException(error);
    }

    @Override
    public void ended() {
        if (scope != null) {
            scope.close();
        }
        span.end();
    }
}
