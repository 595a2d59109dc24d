/** Meters of a client for Micrometer. */
module dev.bowline.micrometer {
    requires transitive dev.bowline.driver;
    requires transitive micrometer.core;
    requires transitive micrometer.observation;
    requires micrometer.commons;
    requires static org.jspecify;

    exports dev.bowline.micrometer;
}
