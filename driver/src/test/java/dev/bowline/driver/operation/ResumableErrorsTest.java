package dev.bowline.driver.operation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bowline.error.MongoCommandException;
import dev.bowline.error.MongoInterruptedException;
import dev.bowline.error.MongoPoolClearedException;
import dev.bowline.error.MongoWaitQueueTimeoutException;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;

/** Change streams, "Resumable Error". */
class ResumableErrorsTest {
    private static MongoCommandException error(int code, String rest) {
        return new MongoCommandException(BsonDocument.parse("{ok: 0, code: " + code + rest + "}"), null);
    }

    @Test
    void whatIsNotTheServersErrorIsResumableUnlessTheThreadIsToStop() {
        assertThat(ResumableErrors.isResumable(new MongoPoolClearedException("cleared"), 9)).isTrue();
        assertThat(ResumableErrors.isResumable(new MongoWaitQueueTimeoutException("late"), 9)).isTrue();
        assertThat(ResumableErrors.isResumable(new MongoInterruptedException("stop"), 9)).isFalse();
    }

    @Test
    void from44OnTheServerSaysSoByALabelAndBeforeItIsTheCode() {
        String label = ", errorLabels: ['ResumableChangeStreamError']";
        assertThat(ResumableErrors.isResumable(error(189, ""), 9)).isFalse();
        assertThat(ResumableErrors.isResumable(error(189, ""), 8)).isTrue();
        assertThat(ResumableErrors.isResumable(error(11601, label), 9)).isTrue();
        assertThat(ResumableErrors.isResumable(error(11601, label), 8)).isFalse();
        assertThat(ResumableErrors.isResumable(error(43, ""), 9)).isTrue();
        assertThat(ResumableErrors.isResumable(error(43, ""), 8)).isTrue();
    }
}
