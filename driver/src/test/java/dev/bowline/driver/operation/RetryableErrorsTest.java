package dev.bowline.driver.operation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bowline.driver.operation.RetryableErrors.Origin;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.egress.event.RetryReason;
import dev.bowline.error.ErrorLabel;
import dev.bowline.error.FailurePhase;
import dev.bowline.error.MongoCommandException;
import dev.bowline.error.MongoException;
import dev.bowline.error.MongoPoolClearedException;
import dev.bowline.error.MongoServerSelectionTimeoutException;
import dev.bowline.error.MongoSocketException;
import dev.bowline.error.MongoWriteConcernException;
import dev.bowline.result.WriteConcernError;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which errors are labeled by the driver, and which may be retried. */
class RetryableErrorsTest {
    private static final ServerAddress SERVER = new ServerAddress("a", 1);
    private static final int V4_2 = 8;
    private static final int V4_4 = 9;

    @ParameterizedTest
    @CsvSource({"WRITE, true, false, true", "WRITE, false, false, false", "WRITE, true, true, false",
            "TRANSACTION_END, true, false, true", "TRANSACTION_END, false, false, true", "READ, true, false, false",
            "NEVER, true, false, false"})
    void networkErrorsAreLabelledIfTheClientRetriesWritesAndThoseOfACommitAlways(Retryability retryability,
            boolean retryWrites, boolean inTransaction, boolean labelled) {
        for (MongoException error : new MongoException[]{network(FailurePhase.RECEIVING),
                network(FailurePhase.CONNECTING), new MongoPoolClearedException("cleared")}) {
            RetryableErrors.label(error, new Origin(retryability, retryWrites, inTransaction, V4_4, false));
            assertThat(error.hasErrorLabel(ErrorLabel.RETRYABLE_WRITE_ERROR)).isEqualTo(labelled);
            assertThat(error.hasErrorLabel(ErrorLabel.TRANSIENT_TRANSACTION_ERROR)).isEqualTo(inTransaction);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {11600, 11602, 10107, 13435, 13436, 189, 91, 7, 6, 89, 9001, 262})
    void listedCodesOfServersBefore44AreLabelledAndThoseOfLaterServersAreNot(int code) {
        MongoException old = command(code);
        RetryableErrors.label(old, write(V4_2, false));
        assertThat(old.hasErrorLabel(ErrorLabel.RETRYABLE_WRITE_ERROR)).isTrue();
        MongoException recent = command(code);
        RetryableErrors.label(recent, write(V4_4, false));
        assertThat(recent.errorLabels()).isEmpty();
        assertThat(RetryableErrors.isRetryableRead(recent)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(ints = {64, 100, 11000, 50, 134, -1})
    void otherCodesAreNotLabelled(int code) {
        MongoException error = command(code);
        RetryableErrors.label(error, write(V4_2, false));
        assertThat(error.errorLabels()).isEmpty();
    }

    @Test
    void readsAreRetriedAfterNetworkErrorsAndListedCodesAndOneCodeOfTheirOwn() {
        assertThat(RetryableErrors.isRetryableRead(network(FailurePhase.RECEIVING))).isTrue();
        assertThat(RetryableErrors.isRetryableRead(command(134))).isTrue();
        assertThat(RetryableErrors.isRetryableRead(command(11000))).isFalse();
    }

    @Test
    void writesAreRetriedAfterErrorsThatAreLabelledOrDeserveIt() {
        assertThat(RetryableErrors.isRetryableWrite(network(FailurePhase.RECEIVING), write(V4_4, false))).isTrue();
        MongoException labelled = command(11000);
        assertThat(RetryableErrors.isRetryableWrite(labelled, write(V4_4, false))).isFalse();
        labelled.addErrorLabel(ErrorLabel.RETRYABLE_WRITE_ERROR);
        assertThat(RetryableErrors.isRetryableWrite(labelled, write(V4_4, false))).isTrue();
    }

    @Test
    void onlyAnOverloadThatIsLabelledRetryableIsRetried() {
        MongoException error = command(462);
        error.addErrorLabel(ErrorLabel.RETRYABLE_ERROR);
        assertThat(RetryableErrors.isRetryableOverload(error)).isFalse();
        error.addErrorLabel(ErrorLabel.SYSTEM_OVERLOADED_ERROR);
        assertThat(RetryableErrors.isRetryableOverload(error)).isTrue();
        MongoException overload = command(462);
        overload.addErrorLabel(ErrorLabel.SYSTEM_OVERLOADED_ERROR);
        assertThat(RetryableErrors.isRetryableOverload(overload)).isFalse();
    }

    @Test
    void aWriteConcernErrorOfAnOldMongodIsLabelledAndOneThroughAMongosIsNot() {
        MongoException mongod = concern(91);
        RetryableErrors.label(mongod, write(V4_2, false));
        assertThat(mongod.hasErrorLabel(ErrorLabel.RETRYABLE_WRITE_ERROR)).isTrue();
        MongoException mongos = concern(91);
        RetryableErrors.label(mongos, write(V4_2, true));
        assertThat(mongos.errorLabels()).isEmpty();
        MongoException other = concern(64);
        RetryableErrors.label(other, write(V4_2, false));
        assertThat(other.errorLabels()).isEmpty();
    }

    @Test
    void aCommitIsRetriedAndLabelledWithoutRetryWrites() {
        MongoException error = network(FailurePhase.RECEIVING);
        Origin origin = new Origin(Retryability.TRANSACTION_END, false, false, V4_4, false);
        RetryableErrors.label(error, origin);
        assertThat(error.errorLabels()).containsExactly(ErrorLabel.RETRYABLE_WRITE_ERROR);
        assertThat(RetryableErrors.isRetryableWrite(error, origin)).isTrue();
    }

    @Test
    void aFailedAttemptIsCountedByWhatHappenedToIt() {
        MongoException overload = network(FailurePhase.RECEIVING);
        overload.addErrorLabel(ErrorLabel.SYSTEM_OVERLOADED_ERROR);
        assertThat(RetryableErrors.reason(overload, true)).isEqualTo(RetryReason.OVERLOADED);
        assertThat(RetryableErrors.reason(new MongoPoolClearedException("cleared"), true))
                .isEqualTo(RetryReason.FREED);
        assertThat(RetryableErrors.reason(new MongoPoolClearedException("cleared"), false))
                .isEqualTo(RetryReason.POOL_CLEARED);
        assertThat(RetryableErrors.reason(network(FailurePhase.CONNECTING), false))
                .isEqualTo(RetryReason.CONNECTION_LOST);
        assertThat(RetryableErrors.reason(command(10107), true)).isEqualTo(RetryReason.NOT_PRIMARY);
        assertThat(RetryableErrors.reason(command(134), true)).isEqualTo(RetryReason.OTHER);
        MongoException labelled = command(11000);
        assertThat(RetryableErrors.reason(labelled, true)).as("the deployment is not to blame").isNull();
        labelled.addErrorLabel(ErrorLabel.RETRYABLE_WRITE_ERROR);
        assertThat(RetryableErrors.reason(labelled, true)).isEqualTo(RetryReason.OTHER);
    }

    @Test
    void aCommitWhoseOutcomeIsUnknownDiffersFromOneThatFailed() {
        assertThat(RetryableErrors.isUnknownCommitResult(network(FailurePhase.RECEIVING))).isTrue();
        assertThat(RetryableErrors.isUnknownCommitResult(new MongoServerSelectionTimeoutException("none"))).isTrue();
        assertThat(RetryableErrors.isUnknownCommitResult(command(50))).isTrue();
        assertThat(RetryableErrors.isUnknownCommitResult(concern(64))).isTrue();
        assertThat(RetryableErrors.isUnknownCommitResult(concern(79))).isFalse();
        assertThat(RetryableErrors.isUnknownCommitResult(concern(100))).isFalse();
        assertThat(RetryableErrors.isUnknownCommitResult(command(251))).isFalse();
    }

    private static Origin write(int wireVersion, boolean viaRouter) {
        return new Origin(Retryability.WRITE, true, false, wireVersion, viaRouter);
    }

    private static MongoException network(FailurePhase phase) {
        return new MongoSocketException("broken", SERVER, phase, true, null);
    }

    private static MongoException command(int code) {
        return new MongoCommandException(new BsonDocument("code", new BsonInt32(code)), SERVER);
    }

    private static MongoException concern(int code) {
        return new MongoWriteConcernException(new WriteConcernError(code, "", "", new BsonDocument()),
                new BsonDocument("writeConcernError", new BsonDocument("code", new BsonInt32(code))), SERVER);
    }
}
