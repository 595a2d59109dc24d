/** Microbenchmarks, and side-by-side runs against the official driver and a bare socket. */
module dev.bowline.benchmarks {
    requires dev.bowline.driver;
    requires static org.jspecify;
}
