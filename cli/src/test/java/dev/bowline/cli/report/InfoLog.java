package dev.bowline.cli.report;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
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

/** Keeps what is logged at INFO and above. Chosen by the system property {@code slf4j.provider}. */
public final class InfoLog implements SLF4JServiceProvider {
    private static final Queue<SubstituteLoggingEvent> LOGGED = new ConcurrentLinkedQueue<>();

    /** The lines so far, each with the last part of its logger's name. */
    static List<String> lines() {
        return LOGGED.stream().filter(event -> event.getLevel().toInt() >= Level.INFO.toInt())
                .map(event -> event.getLoggerName().replaceFirst("^dev\\.bowline\\.", "") + " - " + MessageFormatter
                        .arrayFormat(event.getMessage(), event.getArgumentArray()).getMessage())
                .toList();
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
