/** The {@code bowline} command. */
module dev.bowline.cli {
    requires info.picocli;
    requires static org.jspecify;

    opens dev.bowline.cli to info.picocli;
}
