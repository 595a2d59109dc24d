package dev.bowline;

import dev.bowline.egress.event.CommandFailedEvent;
import dev.bowline.egress.event.CommandListener;
import dev.bowline.egress.event.CommandStartedEvent;
import dev.bowline.egress.event.CommandSucceededEvent;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.bson.BsonDocument;

/** Remembers the commands of a client. */
final class CommandRecord implements CommandListener {
    final List<CommandStartedEvent> started = new CopyOnWriteArrayList<>();
    final List<CommandSucceededEvent> succeeded = new CopyOnWriteArrayList<>();
    final List<CommandFailedEvent> failed = new CopyOnWriteArrayList<>();

    @Override
    public void commandStarted(CommandStartedEvent event) {
        started.add(event);
    }

    @Override
    public void commandSucceeded(CommandSucceededEvent event) {
        succeeded.add(event);
    }

    @Override
    public void commandFailed(CommandFailedEvent event) {
        failed.add(event);
    }

    void clear() {
        started.clear();
        succeeded.clear();
        failed.clear();
    }

    List<String> names() {
        return started.stream().map(CommandStartedEvent::commandName).toList();
    }

    List<BsonDocument> commands() {
        return started.stream().map(CommandStartedEvent::command).toList();
    }
}
