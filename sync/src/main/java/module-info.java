/** The interfaces of {@code mongodb-driver-sync}, implemented over Bowline. */
module dev.bowline.sync {
    requires transitive org.mongodb.driver.sync.client;
    requires transitive org.mongodb.driver.core;
    requires dev.bowline.driver;
    requires org.slf4j;
    requires static jsr305;
    requires static transitive org.jspecify;

    exports dev.bowline.sync;
}
