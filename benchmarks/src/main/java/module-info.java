/** Microbenchmarks, and side-by-side runs against the official driver and a bare socket. */
module dev.bowline.benchmarks {
    requires dev.bowline.driver;
    requires dev.bowline.egress;
    requires java.management;
    requires jdk.management;
    requires jmh.core;
    requires org.mongodb.driver.sync.client;
    requires org.mongodb.driver.core;
    requires static jsr305;
    requires static org.jspecify;

    exports dev.bowline.benchmarks;
    exports dev.bowline.benchmarks.sidebyside;
}
