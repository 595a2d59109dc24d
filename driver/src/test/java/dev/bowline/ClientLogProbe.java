package dev.bowline;

import dev.bowline.cursor.MongoCursor;
import dev.bowline.egress.event.CommandListener;
import dev.bowline.egress.event.CommandStartedEvent;
import dev.bowline.error.MongoException;
import dev.bowline.simulator.Deployment;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.bson.Document;
import org.slf4j.ILoggerFactory;
import org.slf4j.IMarkerFactory;
import org.slf4j.event.EventRecordingLogger;
import org.slf4j.event.Level;
import org.slf4j.event.SubstituteLoggingEvent;
import org.slf4j.helpers.BasicMDCAdapter;
import org.slf4j.helpers.BasicMarkerFactory;
import org.slf4j.helpers.MessageFormatter;
import org.slf4j.helpers.SubstituteLogger;
import org.slf4j.spi.MDCAdapter;
import org.slf4j.spi.SLF4JServiceProvider;

/** Does to clients what needs a person, and prints what they logged at INFO and WARN. */
public final class ClientLogProbe implements SLF4JServiceProvider {
    private static final Queue<SubstituteLoggingEvent> LOGGED = new ConcurrentLinkedQueue<>();

    public static void main(String[] arguments) {
        System.setProperty("slf4j.provider", ClientLogProbe.class.getName());
        try (Deployment deployment = Deployment.builder().standalone().user("app", "secret").start()) {
            String uri = deployment.connectionString().replaceFirst("//([^@]*@)?", "//app:%s@") + "?";
            refuse(uri.formatted("wrong"));
            WhileInUse whileInUse = new WhileInUse();
            try (MongoClient client = MongoClient.connect(MongoClientSettings.builder().connectionString(
                    uri.formatted("secret") + "maxPoolSize=1&waitQueueTimeoutMS=50&noSuchOption=1")
                    .addCommandListener(whileInUse).build())) {
                MongoCollection<Document> things = client.database("shop").collection("things");
                whileInUse.other = () -> things.countDocuments(new Document());
                things.insertMany(List.of(new Document(), new Document(), new Document()));
                lose(things);
            }
        }
        for (SubstituteLoggingEvent event : LOGGED) {
            if (event.getLevel().toInt() >= Level.INFO.toInt()) {
                System.out.println(event.getLevel() + " " + event.getLoggerName() + " "
                        + MessageFormatter.basicArrayFormat(event.getMessage(), event.getArgumentArray()));
            }
        }
    }

    /** Two operations, so that the server is found again between two refusals. */
    private static void refuse(String uri) {
        try (MongoClient client = MongoClient.connect(uri + "heartbeatFrequencyMS=500")) {
            for (int i = 0; i < 2; i++) {
                try {
                    client.database("shop").runCommand(new Document("ping", 1));
                } catch (MongoException e) {
                    // The log says why.
                }
            }
        }
    }

    /** Begins another operation while the only connection of the pool is in use. */
    private static final class WhileInUse implements CommandListener {
        private Runnable other = () -> {};

        @Override
        public void commandStarted(CommandStartedEvent event) {
            if (event.commandName().equals("insert")) {
                try {
                    other.run();
                } catch (MongoException e) {
                    // The log says why.
                }
            }
        }
    }

    private static void lose(MongoCollection<Document> things) {
        things.find(new Document(), options -> options.batchSize(1)).cursor().next();
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (System.nanoTime() - end < 0
                && LOGGED.stream().noneMatch(event -> event.getMessage().startsWith("A cursor of"))) {
            System.gc();
            try (MongoCursor<Document> next = things.find(new Document(), options -> options.batchSize(1)).cursor()) {
                next.next();
            }
        }
    }

    @Override
    public ILoggerFactory getLoggerFactory() {
        return name -> new EventRecordingLogger(new SubstituteLogger(name, LOGGED, false), LOGGED);
    }

    @Override
    public IMarkerFactory getMarkerFactory() {
        return new BasicMarkerFactory();
    }

    @Override
    public MDCAdapter getMDCAdapter() {
        return new BasicMDCAdapter();
    }

    @Override
    public String getRequestedApiVersion() {
        return "2.0.99";
    }

    @Override
    public void initialize() {}
}
