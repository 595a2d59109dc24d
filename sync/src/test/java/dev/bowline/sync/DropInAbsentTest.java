package dev.bowline.sync;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/** Without the drop-in on the class path the official class is in use, and the check says so. */
class DropInAbsentTest {
    @Test
    void theCheckSaysThatTheOfficialClassIsInUse() {
        assertThat(DropIn.isInUse()).isFalse();
        assertThat(DropIn.report()).contains("the official driver");
        assertThatThrownBy(DropIn::requireInUse).isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("bowline-sync-drop-in");
    }
}
