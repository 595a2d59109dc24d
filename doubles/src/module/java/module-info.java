/** Test doubles of connections, environments and hosts. Never published. */
module dev.bowline.doubles {
    requires transitive dev.bowline.egress;
    requires java.management;
    requires jdk.management;
    requires static transitive org.jspecify;

    exports dev.bowline.doubles;
}
