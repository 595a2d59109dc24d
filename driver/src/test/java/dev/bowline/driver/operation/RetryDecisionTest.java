package dev.bowline.driver.operation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bowline.driver.operation.RetryDecision.Bound;
import dev.bowline.driver.operation.RetryDecision.Raise;
import dev.bowline.driver.operation.RetryDecision.Retry;
import dev.bowline.driver.operation.RetryDecision.State;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.error.ErrorLabel;
import dev.bowline.error.FailurePhase;
import dev.bowline.error.MongoCommandException;
import dev.bowline.error.MongoException;
import dev.bowline.error.MongoPoolClearedException;
import dev.bowline.error.MongoSocketException;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The retry loop's decisions, as a table. */
class RetryDecisionTest {
    private static final ServerAddress SERVER = new ServerAddress("a", 1);

    /**
     * Kinds of errors: N network while receiving, S server error, W labeled NoWritesPerformed, P made by the driver
     * (pool cleared at check-out), C network while connecting, I an exchange that the driver ended after the command
     * was sent, O an overloaded server that has not run the command. Upper case is retryable, lower case is not. Three
     * retries are allowed once a server was overloaded.
     */
    @ParameterizedTest(name = "{0} with {1} raises error {2} after {3} attempts")
    @CsvSource({
            // One retry without timeoutMS; what is raised is the latest that may have written.
            "N,   ONE_RETRY, -, 1", "s,   ONE_RETRY, 0, 1", "w,   ONE_RETRY, 0, 1", "p,   ONE_RETRY, 0, 1",
            "NN,  ONE_RETRY, 1, 2", "NS,  ONE_RETRY, 1, 2", "Ns,  ONE_RETRY, 1, 2", "SN,  ONE_RETRY, 1, 2",
            // What cannot have written yields to the one before.
            "NW,  ONE_RETRY, 0, 2", "Nw,  ONE_RETRY, 0, 2", "NP,  ONE_RETRY, 0, 2", "Np,  ONE_RETRY, 0, 2",
            "NC,  ONE_RETRY, 0, 2", "SW,  ONE_RETRY, 0, 2",
            // ... also if it came first.
            "WN,  ONE_RETRY, 1, 2", "PN,  ONE_RETRY, 1, 2", "CS,  ONE_RETRY, 1, 2", "Ws,  ONE_RETRY, 1, 2",
            // An exchange that was cut may have written, whatever the exception is called.
            "WI,  ONE_RETRY, 1, 2", "Wi,  ONE_RETRY, 1, 2", "NI,  ONE_RETRY, 1, 2", "IW,  ONE_RETRY, 0, 2",
            // If all are such, the first.
            "WW,  ONE_RETRY, 0, 2", "PW,  ONE_RETRY, 0, 2", "WP,  ONE_RETRY, 0, 2", "CC,  ONE_RETRY, 0, 2",
            // With timeoutMS as often as there is time.
            "NNNNs, TIME_LEFT, 4, 5", "NNWWw, TIME_LEFT, 1, 5", "WWWWw, TIME_LEFT, 0, 5", "NWSWw, TIME_LEFT, 2, 5",
            "N,   TIME_OVER, 0, 1", "s,   TIME_OVER, 0, 1",
            // Once a server was overloaded as often as the client allows, whatever else goes wrong, before or after.
            "OOOO, ONE_RETRY, 3, 4", "OOO, ONE_RETRY, -, 3", "ONNN, ONE_RETRY, 3, 4", "NOOO, ONE_RETRY, 3, 4",
            "NOON, ONE_RETRY, 3, 4", "NN, ONE_RETRY, 1, 2", "Os, ONE_RETRY, 1, 2", "o, ONE_RETRY, 0, 1",
            "OOOO, TIME_LEFT, 3, 4", "NNNO, TIME_LEFT, 3, 4", "NNNNNO, TIME_LEFT, 5, 6", "OOO, TIME_LEFT, -, 3",
            "O,   TIME_OVER, 0, 1"})
    void raisesTheRightErrorAfterTheRightNumberOfAttempts(String errors, Bound bound, String raised, int attempts) {
        List<MongoException> made = new ArrayList<>();
        State state = State.FRESH;
        MongoException thrown = null;
        for (char kind : errors.toCharArray()) {
            MongoException error = error(Character.toUpperCase(kind));
            made.add(error);
            switch (RetryDecision.after(state, error, mayHaveWritten(kind), Character.isUpperCase(kind), bound, 3)) {
                case Retry retry -> state = retry.state();
                case Raise raise -> thrown = raise.error();
            }
            if (thrown != null) {
                break;
            }
        }
        assertThat(made).hasSize(attempts);
        if (raised.equals("-")) {
            assertThat(thrown).isNull();
        } else {
            assertThat(thrown).isSameAs(made.get(Integer.parseInt(raised)));
        }
    }

    @Test
    void errorsThatAreNotRaisedAreAttachedToTheOneThatIs() {
        MongoException first = error('N');
        MongoException second = error('W');
        Retry retry = (Retry) RetryDecision.after(State.FRESH, first, true, true, Bound.ONE_RETRY, 2);
        RetryDecision.after(retry.state(), second, false, true, Bound.ONE_RETRY, 2);
        assertThat(first.getSuppressed()).containsExactly(second);
    }

    @Test
    void ofThousandsOfErrorsOnlyTheFirstFewAreKept() {
        for (char kind : new char[]{'N', 'W'}) {
            State state = State.FRESH;
            for (int i = 0; i < 1000; i++) {
                state = ((Retry) RetryDecision.after(state, error(kind), mayHaveWritten(kind), true, Bound.TIME_LEFT,
                        2))
                        .state();
            }
            assertThat(kept(state.worst())).isBetween(1, RetryDecision.MAX_ATTACHED);
        }
    }

    private static int kept(Throwable error) {
        int kept = error.getSuppressed().length;
        for (Throwable suppressed : error.getSuppressed()) {
            kept += kept(suppressed);
        }
        return kept;
    }

    private static boolean mayHaveWritten(char kind) {
        return "NSIO".indexOf(Character.toUpperCase(kind)) >= 0;
    }

    private static MongoException error(char kind) {
        return switch (kind) {
            case 'N' -> new MongoSocketException("broken", SERVER, FailurePhase.RECEIVING, true, null);
            case 'C' -> new MongoSocketException("refused", SERVER, FailurePhase.CONNECTING, false, null);
            case 'P', 'I' -> new MongoPoolClearedException("cleared");
            case 'S' -> server();
            case 'O' -> {
                MongoException error = server();
                error.addErrorLabel(ErrorLabel.SYSTEM_OVERLOADED_ERROR);
                error.addErrorLabel(ErrorLabel.RETRYABLE_ERROR);
                yield error;
            }
            case 'W' -> {
                MongoException error = server();
                error.addErrorLabel(ErrorLabel.NO_WRITES_PERFORMED);
                yield error;
            }
            default -> throw new IllegalArgumentException("kind " + kind);
        };
    }

    private static MongoException server() {
        return new MongoCommandException(new BsonDocument("code", new BsonInt32(91)), SERVER);
    }
}
