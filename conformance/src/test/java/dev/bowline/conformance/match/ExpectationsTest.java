package dev.bowline.conformance.match;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bowline.conformance.format.TestCase.ExpectedLogMessages;
import java.util.List;
import java.util.Set;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ExpectationsTest {
    private final ValueMatcher values = new ValueMatcher(EntityValues.none());
    private final EventMatcher events = new EventMatcher(values);
    private final ErrorMatcher errors = new ErrorMatcher(values);
    private final LogMatcher logs = new LogMatcher(values);

    @Test
    void eventsAreComparedInOrderAndInNumber() {
        List<ObservedEvent> seen = List.of(event("commandStartedEvent", "{commandName: 'find'}"),
                event("commandSucceededEvent", "{commandName: 'find'}"));
        match(seen, false, "{commandStartedEvent: {commandName: 'find'}}", "{commandSucceededEvent: {}}");
        assertThatThrownBy(() -> match(seen, false, "{commandStartedEvent: {}}"))
                .hasMessageContaining("expected 1 event");
        match(seen, true, "{commandStartedEvent: {}}");
        assertThatThrownBy(() -> match(seen, true, "{commandSucceededEvent: {}}")).hasMessageContaining("was command");
        assertThatThrownBy(() -> match(seen, true, "{commandStartedEvent: {}}", "{commandSucceededEvent: {}}",
                "{commandStartedEvent: {}}")).hasMessageContaining("only 2 events");
        assertThatThrownBy(() -> match(seen, false)).hasMessageContaining("expected 0 events");
    }

    @Test
    void theCommandOfAnEventIsARootDocument() {
        List<ObservedEvent> seen = List.of(event("commandStartedEvent", "{command: {find: 'c', lsid: {id: 1}}}"));
        match(seen, false, "{commandStartedEvent: {command: {find: 'c'}}}");
        assertThatThrownBy(() -> match(seen, false, "{commandStartedEvent: {command: {lsid: {}}}}"))
                .isInstanceOf(MismatchException.class);
    }

    @Test
    void errorsOfTheClientDifferFromErrorsOfTheServer() {
        ObservedError server = error(false, 11600, "InterruptedAtShutdown", Set.of("RetryableWriteError"));
        ObservedError client = error(true, null, null, Set.of());
        check("{isError: true}", client);
        check("{isClientError: true}", client);
        fails("{isClientError: true}", server);
        check("{isClientError: false, errorCode: 11600, errorCodeName: 'interruptedatshutdown'}", server);
        fails("{errorCode: 11600}", client);
        fails("{errorCodeName: 'Other'}", server);
        check("{errorContains: 'SOME WORDS'}", server);
        fails("{errorContains: 'other words'}", server);
        check("{errorLabelsContain: ['RetryableWriteError'], errorLabelsOmit: ['X']}", server);
        fails("{errorLabelsOmit: ['RetryableWriteError']}", server);
        fails("{errorLabelsContain: ['X']}", server);
        fails("{isTimeoutError: true}", server);
        check("{errorResponse: {code: 1}}", server);
        fails("{errorResponse: {code: 2}}", server);
    }

    @Test
    void writeErrorsAreExpectedAtTheirIndexesAndNoOthers() {
        ObservedError error = error(false, null, null, Set.of());
        check("{writeErrors: {'0': {code: 5}}}", error);
        fails("{writeErrors: {'1': {code: 5}}}", error);
        fails("{writeErrors: {'0': {code: 5}, '1': {code: 5}}}", error);
        check("{writeConcernErrors: [{code: 9}]}", error);
        fails("{writeConcernErrors: []}", error);
    }

    @Test
    void logMessagesAreFilteredThenComparedInOrder() {
        List<ObservedLog> seen = List.of(log("{message: 'a', x: 1}"), log("{message: 'b'}"), log("{message: 'c'}"));
        logs.match(expected(List.of("a", "b", "c"), List.of(), false), seen, "");
        logs.match(expected(List.of("a", "c"), List.of("b"), false), seen, "");
        logs.match(expected(List.of("a"), List.of(), true), seen, "");
        assertThatThrownBy(() -> logs.match(expected(List.of("a"), List.of(), false), seen, ""))
                .hasMessageContaining("expected 1 messages, were 3");
        assertThatThrownBy(() -> logs.match(expected(List.of("b"), List.of(), true), seen, ""))
                .isInstanceOf(MismatchException.class);
    }

    private void match(List<ObservedEvent> seen, boolean ignoreExtra, String... expected) {
        events.match(List.of(expected).stream().map(BsonDocument::parse).toList(), seen, ignoreExtra, "events");
    }

    private void check(String expected, ObservedError actual) {
        assertThatCode(() -> errors.match(BsonDocument.parse(expected), actual)).doesNotThrowAnyException();
    }

    private void fails(String expected, ObservedError actual) {
        assertThatThrownBy(() -> errors.match(BsonDocument.parse(expected), actual))
                .isInstanceOf(MismatchException.class);
    }

    private static ObservedEvent event(String name, String fields) {
        return new ObservedEvent(name, BsonDocument.parse(fields));
    }

    private static ObservedLog log(String data) {
        return new ObservedLog("debug", "command", BsonDocument.parse(data));
    }

    private static ExpectedLogMessages expected(List<String> messages, List<String> ignored, boolean ignoreExtra) {
        return new ExpectedLogMessages("client", messages.stream().map(ExpectationsTest::message).toList(),
                ignored.stream().map(ExpectationsTest::message).toList(), ignoreExtra);
    }

    private static BsonDocument message(String text) {
        return BsonDocument.parse("{level: 'debug', component: 'command', data: {message: '" + text + "'}}");
    }

    private static ObservedError error(boolean fromClient, @Nullable Integer code, @Nullable String codeName,
            Set<String> labels) {
        return new ObservedError(fromClient, false, "Some words", code,
                codeName == null ? Set.of() : Set.of(codeName), labels,
                BsonDocument.parse("{ok: 0, code: 1}"), null, BsonDocument.parse("{'0': {code: 5, message: 'm'}}"),
                BsonArray.parse("[{code: 9, message: 'm'}]"));
    }
}
