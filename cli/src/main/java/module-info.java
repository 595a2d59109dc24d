/** The {@code bowline} command. */
module dev.bowline.cli {
    requires info.picocli;
    requires jdk.jfr;
    requires dev.bowline.driver;
    requires dev.bowline.watch;
    requires dev.bowline.simulator;
    requires dev.bowline.benchmarks;
    requires dev.bowline.conformance;
    requires org.mongodb.driver.core;
    requires org.mongodb.driver.sync.client;
    requires static org.jspecify;

    opens dev.bowline.cli to info.picocli;
}
