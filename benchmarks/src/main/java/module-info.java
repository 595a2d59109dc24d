/** Microbenchmarks, and side-by-side runs against the official driver and a bare socket. */
module dev.bowline.benchmarks {
    requires com.github.luben.zstd_jni;
    requires dev.bowline.conformance;
    requires dev.bowline.doubles;
    requires dev.bowline.driver;
    requires dev.bowline.egress;
    requires dev.bowline.micrometer;
    requires dev.bowline.opentelemetry;
    requires dev.bowline.simulator;
    requires dev.bowline.sync;
    requires dev.bowline.watch;
    requires io.opentelemetry.sdk;
    requires io.opentelemetry.sdk.trace;
    requires java.management;
    requires jdk.jfr;
    requires jdk.management;
    requires jmh.core;
    requires micrometer.core;
    requires micrometer.observation;
    requires org.mongodb.driver.sync.client;
    requires org.mongodb.driver.core;
    requires org.mongodb.driver.reactivestreams;
    requires org.reactivestreams;
    requires static jsr305;
    requires static org.jspecify;

    exports dev.bowline.benchmarks;
    exports dev.bowline.benchmarks.overload;
    exports dev.bowline.benchmarks.sidebyside;
    exports dev.bowline.benchmarks.surface;
}
