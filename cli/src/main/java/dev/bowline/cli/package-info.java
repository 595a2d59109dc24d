/**
 * The {@code bowline} command: each subcommand is a class that parses its options and calls the module that does the
 * work.
 */
@NullMarked
package dev.bowline.cli;

import org.jspecify.annotations.NullMarked;
