package dev.bowline.benchmarks.overload;

import dev.bowline.egress.event.CommandListener;
import dev.bowline.egress.event.CommandStartedEvent;
import java.util.concurrent.atomic.LongAdder;

/** Counts the commands of a client's operations. */
final class Commands implements CommandListener {
    final LongAdder started = new LongAdder();

    @Override
    public void commandStarted(CommandStartedEvent event) {
        if (event.commandName().equals("insert")) {
            started.increment();
        }
    }
}
