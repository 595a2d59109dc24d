/** Deployments that can be killed, partitioned and stepped down, on TCP or in virtual time. */
module dev.bowline.simulator {
    requires transitive dev.bowline.egress;
    requires java.security.sasl;
    requires jdk.httpserver;
    requires org.slf4j;
    requires static transitive org.jspecify;
    requires static org.junit.jupiter.api;
    requires static org.xerial.snappy;
    requires static com.github.luben.zstd_jni;

    exports dev.bowline.simulator;
    exports dev.bowline.simulator.control;
    exports dev.bowline.simulator.junit;
    exports dev.bowline.simulator.network;
    exports dev.bowline.simulator.time;
}
