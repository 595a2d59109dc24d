/** Many hosts: topology, selection, sessions, operations, the public client. */
module dev.bowline.driver {
    requires transitive dev.bowline.egress;
    requires org.slf4j;
    requires static transitive org.jspecify;
    requires static org.dnsjava;

    exports dev.bowline;
    exports dev.bowline.model;
    exports dev.bowline.model.geojson;
    exports dev.bowline.model.mql;
    exports dev.bowline.codec;
    exports dev.bowline.driver.event;
    exports dev.bowline.driver.selection;
    exports dev.bowline.driver.topology;
    exports dev.bowline.driver.uri;
}
