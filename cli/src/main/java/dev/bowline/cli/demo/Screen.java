package dev.bowline.cli.demo;

import java.io.PrintStream;

/**
 * Shows the demo's state: in place on a terminal that can, as plain lines elsewhere. Lines fit the terminal's width.
 */
final class Screen {
    private static final int NARROWEST = 40;

    private final PrintStream out;
    private final boolean live;
    private final int width;
    private boolean shown;

    Screen(PrintStream out, boolean live, int width) {
        this.out = out;
        this.live = live;
        this.width = Math.max(NARROWEST, width);
    }

    /** Prints a line that stays on the screen. */
    void say(String line) {
        clear();
        out.println(line);
    }

    /** Replaces the status line, cut to the width of the terminal. */
    void status(String line) {
        clear();
        String fitting = line.length() < width ? line : line.substring(0, width - 1);
        if (live) {
            out.print(fitting);
            shown = true;
            out.flush();
        } else {
            out.println(fitting);
        }
    }

    int width() {
        return width;
    }

    private void clear() {
        if (live && shown) {
            out.print("\r\u001b[2K");
            shown = false;
        }
    }
}
