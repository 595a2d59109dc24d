package dev.bowline.egress.event;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bowline.egress.environment.ServerAddress;
import java.util.ArrayDeque;
import java.util.Queue;
import org.junit.jupiter.api.Test;
import org.slf4j.event.EventRecordingLogger;
import org.slf4j.event.Level;
import org.slf4j.event.SubstituteLoggingEvent;
import org.slf4j.helpers.SubstituteLogger;

class StructuredLoggerTest {
    @Test
    void theSentenceIsTheMessageAndTheFieldsAreKeyValuePairs() {
        Queue<SubstituteLoggingEvent> logged = new ArrayDeque<>();
        SubstituteLogger name = new SubstituteLogger("dev.bowline.connection", logged, false);
        StructuredLogger logger = new StructuredLogger(new EventRecordingLogger(name, logged));
        assertThat(logger.isDebugEnabled()).isTrue();

        logger.log(ConnectionLogMessages
                .of(new ConnectionCheckedInEvent(new ServerAddress("db.test", 27017), 7, null, 0)));

        SubstituteLoggingEvent event = logged.remove();
        assertThat(event.getLevel()).isEqualTo(Level.DEBUG);
        // A logger that does not know key-value pairs gets them in front of the message.
        assertThat(event.getMessage()).isEqualTo("serverHost=db.test serverPort=27017 driverConnectionId=7 "
                + "Connection checked in: address=db.test:27017, driver-generated ID=7");
    }
}
