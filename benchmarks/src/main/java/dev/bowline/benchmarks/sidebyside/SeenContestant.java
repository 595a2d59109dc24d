package dev.bowline.benchmarks.sidebyside;

import dev.bowline.MongoClient;
import dev.bowline.MongoClientSettings;
import dev.bowline.MongoClientSettingsBuilder;
import dev.bowline.driver.event.ClientObserver;
import dev.bowline.egress.event.CommandListener;
import dev.bowline.egress.event.TracedCommand;
import dev.bowline.egress.event.TracedOperation;
import dev.bowline.micrometer.MongoMetrics;
import dev.bowline.micrometer.ObservationTracer;
import dev.bowline.opentelemetry.OpenTelemetryTracer;
import dev.bowline.watch.WatchServer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Bowline, blocking, seen in one way: what that way costs is what it costs more than {@code bowline}. Each way is as
 * cheap as it can be, without exporters and with handlers that do nothing, so that no more than Bowline's part and the
 * library's own is measured.
 */
final class SeenContestant implements Contestant {
    /** The ways of seeing, by the names of their contestants. */
    static final List<String> NAMES = List.of("bowline-recorded", "bowline-listened", "bowline-observed",
            "bowline-watched", "bowline-micrometer", "bowline-observations", "bowline-opentelemetry");

    private final BowlineContestant seen;
    private final List<AutoCloseable> seeing = new ArrayList<>();

    SeenContestant(String name, String uri, boolean stored) {
        MongoClientSettingsBuilder settings = MongoClientSettings.builder().connectionString(uri);
        switch (name) {
            case "bowline-listened" -> settings.addCommandListener(new CommandListener() {
            });
            case "bowline-micrometer" -> new MongoMetrics(new SimpleMeterRegistry(), "bench").bindTo(settings);
            case "bowline-observations" -> settings.tracer(new ObservationTracer(observations()));
            case "bowline-opentelemetry" -> settings.tracer(OpenTelemetryTracer.of(openTelemetry()));
            default -> {
            }
        }
        if (name.equals("bowline-recorded")) {
            seeing.add(recording());
        }
        MongoClient client = MongoClient.connect(settings.build());
        switch (name) {
            case "bowline-observed" -> client.addObserver(new Unmoved());
            case "bowline-watched" -> seeing.add(WatchServer.start(client));
            default -> {
            }
        }
        seen = new BowlineContestant(client, stored);
    }

    /** With the events of Bowline, which are on unless a recording turns them off, and hardly any of the JDK. */
    private static jdk.jfr.Recording recording() {
        jdk.jfr.Recording recording = new jdk.jfr.Recording();
        recording.start();
        return recording;
    }

    private static ObservationRegistry observations() {
        ObservationRegistry registry = ObservationRegistry.create();
        registry.observationConfig().observationHandler(new ObservationHandler<>() {
            @Override
            public boolean supportsContext(Observation.Context context) {
                return true;
            }
        });
        return registry;
    }

    private static OpenTelemetrySdk openTelemetry() {
        return OpenTelemetrySdk.builder().setTracerProvider(SdkTracerProvider.builder().build()).build();
    }

    @Override
    public Operation operation(Work work, int caller) {
        return seen.operation(work, caller);
    }

    @Override
    public void close() {
        seen.close();
        for (AutoCloseable each : seeing) {
            try {
                each.close();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }
    }

    /** Is called and does nothing. */
    private static final class Unmoved implements ClientObserver {
        private static final Span SPAN = new Span() {
            @Override
            public Span commandStarted(TracedCommand command) {
                return this;
            }

            @Override
            public void failed(Throwable error) {}

            @Override
            public void ended() {}
        };

        @Override
        public Span operationStarted(TracedOperation operation, @Nullable Span transaction) {
            return SPAN;
        }
    }
}
