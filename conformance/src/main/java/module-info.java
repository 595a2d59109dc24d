/** Runs the public specification test data against Bowline and any deployment. */
module dev.bowline.conformance {
    requires dev.bowline.doubles;
    requires dev.bowline.driver;
    requires dev.bowline.simulator;
    requires static transitive org.jspecify;

    exports dev.bowline.conformance;
    exports dev.bowline.conformance.unit to
            dev.bowline.benchmarks;
}
