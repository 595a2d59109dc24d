/** One host: bytes, connections, pools, remote commands. */
module dev.bowline.egress {
    requires transitive org.mongodb.bson;
    requires java.security.sasl;
    requires jdk.jfr;
    requires org.slf4j;
    requires com.ongres.scram.client;
    requires static transitive org.jspecify;
    requires static org.xerial.snappy;
    requires static com.github.luben.zstd_jni;
    requires static org.dnsjava;

    exports dev.bowline.error;
    exports dev.bowline.result;
    exports dev.bowline.settings;
    exports dev.bowline.egress.environment;
    exports dev.bowline.egress.event;
    exports dev.bowline.egress.executor;
    exports dev.bowline.egress.hosts;
    exports dev.bowline.egress.stream;
    exports dev.bowline.egress.wire to
            dev.bowline.doubles,
            dev.bowline.driver,
            dev.bowline.simulator,
            dev.bowline.sync,
            dev.bowline.conformance,
            dev.bowline.benchmarks,
            dev.bowline.cli;
    exports dev.bowline.egress.connection;
    exports dev.bowline.egress.recording to
            dev.bowline.driver,
            dev.bowline.benchmarks;
    // The pool's public face is the executor; the driver and the tools reach in.
    exports dev.bowline.egress.pool to
            dev.bowline.driver,
            dev.bowline.conformance,
            dev.bowline.benchmarks,
            dev.bowline.cli;
}
