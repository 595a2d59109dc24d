package dev.bowline.opentelemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bowline.ClientSession;
import dev.bowline.MongoClient;
import dev.bowline.MongoClientSettings;
import dev.bowline.MongoCollection;
import dev.bowline.error.MongoCommandException;
import dev.bowline.simulator.Deployment;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.context.Scope;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.bson.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Spans as the SDK exports them, of a client of a simulated replica set. */
class OpenTelemetryTracerTest {
    private static Deployment deployment;

    private final InMemorySpanExporter exporter = InMemorySpanExporter.create();
    private final OpenTelemetrySdk sdk = OpenTelemetrySdk.builder().setTracerProvider(
            SdkTracerProvider.builder().addSpanProcessor(SimpleSpanProcessor.create(exporter)).build()).build();

    @BeforeAll
    static void open() {
        deployment = Deployment.replicaSet(1);
    }

    @AfterAll
    static void close() {
        deployment.close();
    }

    @Test
    void anOperationHasASpanWithinTheApplicationsAndACommandWithinIt() {
        try (MongoClient client = client(tracer -> tracer)) {
            Span application = sdk.getTracer("application").spanBuilder("request").startSpan();
            try (Scope scope = application.makeCurrent()) {
                orders(client).insertOne(new Document("secret", 42));
                assertThat(Span.current()).isSameAs(application);
            }
            SpanData operation = span("insert shop.orders");
            SpanData command = span("insert");
            assertThat(operation.getParentSpanId()).isEqualTo(application.getSpanContext().getSpanId());
            assertThat(command.getParentSpanId()).isEqualTo(operation.getSpanId());
            assertThat(List.of(operation.getKind(), command.getKind())).containsOnly(SpanKind.CLIENT);
            assertThat(text(operation)).containsAllEntriesOf(Map.of("db.system.name", "mongodb", "db.namespace", "shop",
                    "db.collection.name", "orders", "db.operation.name", "insert", "db.operation.summary",
                    "insert shop.orders"));
            assertThat(text(command)).containsAllEntriesOf(Map.of("db.command.name", "insert", "db.query.summary",
                    "insert shop.orders", "server.address", "127.0.0.1", "network.transport", "tcp"));
            assertThat(command.getAttributes().get(AttributeKey.longKey("server.port"))).isPositive();
            assertThat(command.getAttributes().asMap().toString()).doesNotContain("secret");
            assertThat(command.getInstrumentationScopeInfo().getName()).isEqualTo("dev.bowline");
        }
    }

    @Test
    void everyAttemptHasASpanAndAFailedOneItsError() {
        try (MongoClient client = client(tracer -> tracer)) {
            deployment.failPoint("{configureFailPoint: 'failCommand', mode: {times: 1}, "
                    + "data: {failCommands: ['insert'], errorCode: 189, errorLabels: ['RetryableWriteError']}}");
            orders(client).insertOne(new Document());
            List<SpanData> attempts = spans("insert");
            assertThat(attempts).hasSize(2);
            assertThat(attempts.getFirst().getStatus().getStatusCode()).isEqualTo(StatusCode.ERROR);
            assertThat(text(attempts.getFirst())).containsEntry("db.response.status_code", "189")
                    .containsEntry("exception.type", MongoCommandException.class.getName());
            assertThat(attempts.getFirst().getEvents()).singleElement()
                    .satisfies(event -> assertThat(event.getName()).isEqualTo("exception"));
            assertThat(attempts.getLast().getStatus().getStatusCode()).isEqualTo(StatusCode.UNSET);
            assertThat(span("insert shop.orders").getStatus().getStatusCode()).isEqualTo(StatusCode.UNSET);
        }
    }

    @Test
    void operationsOfATransactionLieInItsSpan() {
        try (MongoClient client = client(tracer -> tracer)) {
            orders(client).insertOne(new Document());
            exporter.reset();
            try (ClientSession session = client.startSession()) {
                session.startTransaction();
                orders(client).with(session).insertOne(new Document());
                session.commitTransaction();
            }
            SpanData transaction = span("transaction");
            assertThat(text(transaction)).isEqualTo(Map.of("db.system.name", "mongodb"));
            assertThat(List.of(span("insert shop.orders"), span("commitTransaction admin")))
                    .allSatisfy(span -> assertThat(span.getParentSpanId()).isEqualTo(transaction.getSpanId()));
        }
    }

    @Test
    void theTextOfCommandsIsRecordedOnlyOnRequestAndIsCut() {
        try (MongoClient client = client(tracer -> tracer.withQueryText(12))) {
            orders(client).insertOne(new Document());
            assertThat(text(span("insert")).get("db.query.text")).hasSize(12).startsWith("{\"insert\"");
        }
        assertThat(OpenTelemetryTracer.of(sdk, Map.of()).maxQueryTextLength()).isZero();
        assertThat(OpenTelemetryTracer.of(sdk, Map.of(OpenTelemetryTracer.QUERY_TEXT_VARIABLE, "7"))
                .maxQueryTextLength()).isEqualTo(7);
        assertThat(OpenTelemetryTracer.of(sdk, Map.of(OpenTelemetryTracer.QUERY_TEXT_VARIABLE, "many"))
                .maxQueryTextLength()).isZero();
        assertThatThrownBy(() -> OpenTelemetryTracer.of(sdk).withQueryText(-1))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private MongoClient client(UnaryOperator<OpenTelemetryTracer> change) {
        return MongoClient.connect(MongoClientSettings.builder().connectionString(deployment.connectionString())
                .tracer(change.apply(OpenTelemetryTracer.of(sdk, Map.of()))).build());
    }

    private static MongoCollection<Document> orders(MongoClient client) {
        return client.database("shop").collection("orders");
    }

    private SpanData span(String name) {
        assertThat(spans(name)).as(name).hasSize(1);
        return spans(name).getFirst();
    }

    private List<SpanData> spans(String name) {
        return exporter.getFinishedSpanItems().stream().filter(span -> span.getName().equals(name)).toList();
    }

    private static Map<String, String> text(SpanData span) {
        Map<String, String> text = new HashMap<>();
        span.getAttributes().forEach((key, value) -> text.put(key.getKey(), value.toString()));
        return text;
    }
}
