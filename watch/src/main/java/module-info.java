/** A live page that shows what a client does. */
module dev.bowline.watch {
    requires transitive dev.bowline.driver;
    requires jdk.httpserver;
    requires static transitive org.jspecify;

    exports dev.bowline.watch;
}
