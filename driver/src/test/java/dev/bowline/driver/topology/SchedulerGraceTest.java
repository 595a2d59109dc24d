package dev.bowline.driver.topology;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.egress.environment.UnreadInTimeException;
import dev.bowline.error.FailurePhase;
import dev.bowline.error.MongoSocketException;
import dev.bowline.error.MongoSocketTimeoutException;
import java.net.SocketTimeoutException;
import org.junit.jupiter.api.Test;

class SchedulerGraceTest {
    private static final ServerAddress A = ServerAddress.parse("a");

    private static RuntimeException timeout(FailurePhase phase, Throwable cause) {
        return new MongoSocketTimeoutException("late", A, phase, phase == FailurePhase.RECEIVING, cause);
    }

    @Test
    void anAnswerThatCameAndWasNotReadIsExcused() {
        assertThat(new SchedulerGrace().appliesTo(timeout(FailurePhase.RECEIVING,
                new UnreadInTimeException("late", true)))).isTrue();
    }

    @Test
    void aServerThatWasAskedAndHasSentNothingWasSilentHoweverLateThatIsNoticed() {
        assertThat(new SchedulerGrace().appliesTo(timeout(FailurePhase.RECEIVING,
                new UnreadInTimeException("late", false)))).isFalse();
    }

    @Test
    void aConnectionThatThisProcessWasLateToOpenIsExcused() {
        assertThat(new SchedulerGrace().appliesTo(timeout(FailurePhase.CONNECTING,
                new UnreadInTimeException("late", false)))).isTrue();
    }

    @Test
    void anOrdinaryTimeoutAndAnErrorThatIsNoneAreNotExcused() {
        assertThat(new SchedulerGrace().appliesTo(timeout(FailurePhase.RECEIVING, new SocketTimeoutException("late"))))
                .isFalse();
        assertThat(new SchedulerGrace().appliesTo(new MongoSocketException("broken", A, FailurePhase.RECEIVING, true,
                new UnreadInTimeException("late", true)))).isFalse();
    }

    @Test
    void onlySoManyAreExcusedInARowAndACheckThatComesThroughStartsAnew() {
        SchedulerGrace grace = new SchedulerGrace();
        RuntimeException unread = timeout(FailurePhase.RECEIVING, new UnreadInTimeException("late", true));
        for (int round = 0; round < 2; round++) {
            for (int i = 0; i < SchedulerGrace.MAX_IN_A_ROW; i++) {
                assertThat(grace.appliesTo(unread)).isTrue();
            }
            assertThat(grace.appliesTo(unread)).isFalse();
            grace.checked();
        }
    }
}
