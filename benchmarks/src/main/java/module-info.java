/** Microbenchmarks, and side-by-side runs against the official driver and a bare socket. */
module dev.bowline.benchmarks {
    requires com.github.luben.zstd_jni;
    requires dev.bowline.conformance;
    requires dev.bowline.doubles;
    requires dev.bowline.driver;
    requires dev.bowline.egress;
    requires dev.bowline.simulator;
    requires dev.bowline.sync;
    requires java.management;
    requires jdk.management;
    requires jmh.core;
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
