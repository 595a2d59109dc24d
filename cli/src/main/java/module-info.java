/** The {@code bowline} command. */
module dev.bowline.cli {
    requires static org.jspecify;
}
