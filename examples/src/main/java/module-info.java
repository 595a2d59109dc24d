/** Small programs that show Bowline at work. The build compiles and runs them. */
module dev.bowline.examples {
    requires dev.bowline.driver;
    requires static org.jspecify;

    exports dev.bowline.examples;
}
