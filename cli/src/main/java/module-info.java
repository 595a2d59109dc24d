/** The {@code bowline} command. */
module dev.bowline.cli {
    requires info.picocli;
    requires dev.bowline.driver;
    requires dev.bowline.simulator;
    requires dev.bowline.benchmarks;
    requires dev.bowline.conformance;
    requires static org.jspecify;

    opens dev.bowline.cli to info.picocli;
}
