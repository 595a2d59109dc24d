package dev.bowline.egress.event;

import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.spi.LoggingEventBuilder;

/**
 * Passes {@link LogMessage}s of one component on to slf4j: the whole sentence as the message, the structured fields as
 * key-value pairs.
 */
public final class StructuredLogger {
    private final Logger logger;

    /** Creates a logger that writes to the slf4j logger of this component. */
    public StructuredLogger(LogMessage.Component component) {
        this(LoggerFactory.getLogger(component.loggerName()));
    }

    StructuredLogger(Logger logger) {
        this.logger = logger;
    }

    /** Ask before making a message. */
    public boolean isEnabled(LogMessage.Level level) {
        return logger.isEnabledForLevel(slf4j(level));
    }

    /** Whether slf4j takes messages of level {@code DEBUG} of this component. */
    public boolean isDebugEnabled() {
        return logger.isDebugEnabled();
    }

    /** Passes a message on to slf4j at its own level. Slf4j drops it if that level is disabled. */
    public void log(LogMessage message) {
        LoggingEventBuilder builder = logger.atLevel(slf4j(message.level()));
        for (Map.Entry<String, Object> field : message.data().entrySet()) {
            builder = builder.addKeyValue(field.getKey(), field.getValue());
        }
        builder.log(message.text());
    }

    private static org.slf4j.event.Level slf4j(LogMessage.Level level) {
        return switch (level) {
            case DEBUG -> org.slf4j.event.Level.DEBUG;
            case INFO -> org.slf4j.event.Level.INFO;
            case WARN -> org.slf4j.event.Level.WARN;
            case ERROR -> org.slf4j.event.Level.ERROR;
        };
    }
}
