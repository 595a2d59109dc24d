/** Spans of a client's operations for OpenTelemetry. */
module dev.bowline.opentelemetry {
    requires transitive dev.bowline.driver;
    requires transitive io.opentelemetry.api;
    requires io.opentelemetry.context;
    requires static org.jspecify;

    exports dev.bowline.opentelemetry;
}
