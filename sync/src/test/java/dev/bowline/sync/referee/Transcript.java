package dev.bowline.sync.referee;

import com.mongodb.MongoBulkWriteException;
import com.mongodb.MongoCommandException;
import com.mongodb.MongoException;
import com.mongodb.MongoServerException;
import com.mongodb.MongoWriteConcernException;
import com.mongodb.MongoWriteException;
import com.mongodb.event.CommandFailedEvent;
import com.mongodb.event.CommandListener;
import com.mongodb.event.CommandStartedEvent;
import com.mongodb.event.CommandSucceededEvent;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.stream.Collectors;

/** What one client was asked and what it did, call by call. */
final class Transcript implements CommandListener {
    /** Every method that any script has called, over all scripts. */
    static final Set<String> CALLED = new ConcurrentSkipListSet<>();

    private static final Set<String> UNINTERESTING = Set.of("hello", "isMaster", "ismaster", "endSessions");

    private final Normal normal = new Normal();
    private final List<String> lines = new ArrayList<>();
    private final List<String> traffic = new ArrayList<>();
    private int depth;

    synchronized void begin() {
        depth++;
    }

    synchronized void end(Class<?> through, Method method, Object result, Throwable error) {
        depth--;
        String name = name(through, method);
        CALLED.add(name(method.getDeclaringClass(), method));
        CALLED.add(name);
        StringBuilder line = new StringBuilder(name);
        if (error != null) {
            line.append(" threw ").append(describe(error));
        } else if (method.getReturnType() != void.class) {
            line.append(" = ").append(normal.of(result));
        }
        traffic.forEach(each -> line.append("\n        ").append(each));
        traffic.clear();
        lines.add(line.toString());
    }

    static String name(Class<?> through, Method method) {
        return through.getSimpleName() + "." + method.getName() + Arrays.stream(method.getParameterTypes())
                .map(Class::getSimpleName).collect(Collectors.joining(", ", "(", ")"));
    }

    synchronized List<String> lines() {
        List<String> all = new ArrayList<>(lines);
        traffic.forEach(each -> all.add("afterwards " + each));
        return all;
    }

    private String describe(Throwable error) {
        StringBuilder text = new StringBuilder(error.getClass().getName());
        if (error instanceof MongoException mongo) {
            text.append(" code ").append(mongo.getCode()).append(" labels ").append(new TreeSet<>(
                    mongo.getErrorLabels()));
        }
        if (error instanceof MongoServerException server) {
            text.append(" at ").append(server.getServerAddress() == null ? "nowhere" : "a server");
        }
        if (error instanceof MongoCommandException command) {
            text.append(" ").append(command.getErrorCodeName()).append(": ").append(normal.message(
                    command.getErrorMessage()));
        }
        if (error instanceof MongoWriteException write) {
            text.append(" ").append(write.getError().getCategory()).append(' ').append(normal.of(write.getError()
                    .getDetails()));
        }
        if (error instanceof MongoWriteConcernException concern) {
            text.append(" ").append(concern.getWriteConcernError().getCode()).append(' ').append(normal.of(concern
                    .getWriteResult()));
        }
        if (error instanceof MongoBulkWriteException bulk) {
            text.append(" ").append(normal.of(bulk.getWriteResult())).append(' ');
            bulk.getWriteErrors().forEach(each -> text.append(each.getIndex()).append(':').append(each.getCode())
                    .append(' '));
        }
        if (error.getCause() != null) {
            text.append(" because ").append(error.getCause().getClass().getName());
        }
        return text.toString();
    }

    @Override
    public synchronized void commandStarted(CommandStartedEvent event) {
        if (!UNINTERESTING.contains(event.getCommandName())) {
            traffic.add("-> " + event.getDatabaseName() + ": " + normal.command(event.getCommand()));
        }
    }

    @Override
    public synchronized void commandSucceeded(CommandSucceededEvent event) {
        if (!UNINTERESTING.contains(event.getCommandName())) {
            traffic.add("<- " + event.getCommandName() + " succeeded");
        }
    }

    @Override
    public synchronized void commandFailed(CommandFailedEvent event) {
        if (!UNINTERESTING.contains(event.getCommandName())) {
            traffic.add("<- " + event.getCommandName() + " failed: " + event.getThrowable().getClass().getName());
        }
    }
}
