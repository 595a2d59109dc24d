package dev.bowline.conformance.unified;

import dev.bowline.conformance.match.ObservedSpan;
import dev.bowline.egress.event.TracedCommand;
import dev.bowline.egress.event.TracedOperation;
import dev.bowline.egress.event.Tracer;
import dev.bowline.error.MongoException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.bson.BsonBinary;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** Keeps the spans of a client as trees. One lock for all: tests have few spans. */
final class SpanRecorder implements Tracer {
    private static final int ALL = Integer.MAX_VALUE;

    private final boolean payload;
    private final List<Recorded> roots = new ArrayList<>();

    /** @param payload whether the text of commands is recorded */
    SpanRecorder(boolean payload) {
        this.payload = payload;
    }

    @Override
    public Span transactionStarted() {
        return add(null, new Recorded("transaction", new BsonDocument("db.system.name", new BsonString("mongodb"))));
    }

    @Override
    public Span operationStarted(TracedOperation operation, @Nullable Span transaction) {
        return add((Recorded) transaction, new Recorded(operation.summary(), document(operation.attributes())));
    }

    @Override
    public int maxQueryTextLength() {
        return payload ? ALL : 0;
    }

    private Recorded add(@Nullable Recorded parent, Recorded span) {
        synchronized (this) {
            (parent == null ? roots : parent.nested).add(span);
        }
        return span;
    }

    /** The spans that have ended: an exporter is given no others. */
    List<ObservedSpan> spans() {
        synchronized (this) {
            return observed(roots);
        }
    }

    private static List<ObservedSpan> observed(List<Recorded> spans) {
        return spans.stream().filter(span -> span.ended)
                .map(span -> new ObservedSpan(span.name, span.attributes, observed(span.nested))).toList();
    }

    private static BsonDocument document(Map<String, Object> attributes) {
        BsonDocument document = new BsonDocument();
        attributes.forEach((name, value) -> document.append(name, value(name, value)));
        return document;
    }

    private static BsonValue value(String name, Object value) {
        if (name.equals("db.mongodb.lsid")) {
            // The format compares with the document that commands carry.
            return new BsonDocument("id", new BsonBinary(UUID.fromString(value.toString())));
        }
        return value instanceof Long number ? new BsonInt64(number) : new BsonString(value.toString());
    }

    private final class Recorded implements Span {
        private final String name;
        private final BsonDocument attributes;
        private final List<Recorded> nested = new ArrayList<>();
        private boolean ended;

        Recorded(String name, BsonDocument attributes) {
            this.name = name;
            this.attributes = attributes;
        }

        @Override
        public Span commandStarted(TracedCommand command) {
            return add(this, new Recorded(command.name(), document(command.attributes())));
        }

        @Override
        public void cursorOpened(long cursorId) {
            set("db.mongodb.cursor_id", new BsonInt64(cursorId));
        }

        @Override
        public void failed(Throwable error) {
            if (error instanceof MongoException failure && failure.code() > 0) {
                set("db.response.status_code", new BsonString(String.valueOf(failure.code())));
            }
            StringWriter trace = new StringWriter();
            error.printStackTrace(new PrintWriter(trace));
            set("exception.message", new BsonString(String.valueOf(error.getMessage())));
            set("exception.type", new BsonString(error.getClass().getName()));
            set("exception.stacktrace", new BsonString(trace.toString()));
        }

        private void set(String attribute, BsonValue value) {
            synchronized (SpanRecorder.this) {
                attributes.put(attribute, value);
            }
        }

        @Override
        public void ended() {
            synchronized (SpanRecorder.this) {
                ended = true;
            }
        }
    }
}
