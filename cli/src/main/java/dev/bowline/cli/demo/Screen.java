package dev.bowline.cli.demo;

import dev.bowline.driver.description.ServerDescription;
import dev.bowline.driver.description.TopologyDescription;
import java.io.PrintStream;
import java.util.Locale;

/** Shows the state of things: in place on a terminal, as plain lines elsewhere. */
final class Screen {
    private final PrintStream out;
    private final boolean live;
    private boolean shown;

    Screen(PrintStream out, boolean live) {
        this.out = out;
        this.live = live;
    }

    /** Something happened that stays on the screen. */
    void say(String line) {
        clear();
        out.println(line);
    }

    void status(double seconds, TopologyDescription topology, long perSecond, double meanMillis, double worstMillis,
            Counters counters, long retries) {
        StringBuilder servers = new StringBuilder();
        for (ServerDescription server : topology.servers()) {
            servers.append(' ').append(server.address().port()).append(' ').append(name(server));
        }
        String line = String.format(Locale.ROOT,
                "%5.1f s | %-16s |%s | %5d op/s | mean %6.1f ms, worst %7.1f ms | retries %d | pool %d open, %d in use, %d clears",
                seconds, topology.type(), servers, perSecond, meanMillis, worstMillis, retries,
                counters.connections.get(), counters.inUse.get(), counters.clears.get());
        clear();
        out.print(line);
        if (live) {
            shown = true;
            out.flush();
        } else {
            out.println();
        }
    }

    private static String name(ServerDescription server) {
        return switch (server.type()) {
            case RS_PRIMARY -> "PRIMARY";
            case RS_SECONDARY -> "secondary";
            case UNKNOWN -> "unknown";
            default -> server.type().toString();
        };
    }

    private void clear() {
        if (live && shown) {
            out.print("\r\u001b[2K");
            shown = false;
        }
    }
}
