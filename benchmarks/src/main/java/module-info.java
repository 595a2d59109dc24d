/** Microbenchmarks, and side-by-side runs against the official driver and a bare socket. */
module dev.bowline.benchmarks {
    requires dev.bowline.driver;
    requires dev.bowline.egress;
    requires java.management;
    requires jdk.management;
    requires jmh.core;
    requires static org.jspecify;
}
