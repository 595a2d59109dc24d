/** Many hosts: topology, selection, sessions, operations, the public client. */
module dev.bowline.driver {
    requires transitive dev.bowline.builders;
    requires transitive dev.bowline.egress;
    requires org.slf4j;
    requires static transitive org.jspecify;
    requires static org.dnsjava;

    exports dev.bowline;
    exports dev.bowline.bulk;
    exports dev.bowline.changestream;
    exports dev.bowline.codec;
    exports dev.bowline.concern;
    exports dev.bowline.cursor;
    exports dev.bowline.driver.description;
    exports dev.bowline.driver.event;
    exports dev.bowline.driver.scan;
    exports dev.bowline.driver.selection;
    exports dev.bowline.driver.uri;
    exports dev.bowline.gridfs;
    exports dev.bowline.health;
    exports dev.bowline.options;
    // The engine rooms, for the modules that measure, check and adapt them.
    exports dev.bowline.driver.operation to
            dev.bowline.sync,
            dev.bowline.conformance,
            dev.bowline.benchmarks;
    exports dev.bowline.driver.session to
            dev.bowline.sync;
    exports dev.bowline.driver.topology to
            dev.bowline.sync,
            dev.bowline.conformance,
            dev.bowline.benchmarks,
            dev.bowline.cli;
}
