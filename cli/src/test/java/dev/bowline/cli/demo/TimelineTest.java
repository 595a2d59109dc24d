package dev.bowline.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class TimelineTest {
    @Test
    void aPauseIsAGapAndAFaultIsMarkedWhereItHappened() {
        Timeline timeline = new Timeline("x");
        long total = 0;
        for (int bucket = 0; bucket < 8; bucket++) {
            total += bucket == 3 || bucket == 4 ? 0 : 100;
            timeline.count(bucket * Timeline.BUCKET_NANOS, total);
        }
        timeline.fault(0.75, "freeze");
        assertThat(timeline.rows(60, false)).containsExactly("###  ###", "   a");
        assertThat(timeline.rows(4, false).get(0)).hasSize(4);
        assertThat(Timeline.svg(List.of(timeline))).startsWith("<svg").contains("freeze").endsWith("</svg>\n");
    }

    @Test
    void aStatusLineNeverWraps() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        Screen screen = new Screen(new PrintStream(bytes, true, StandardCharsets.UTF_8), true, 60);
        screen.status("x".repeat(200));
        assertThat(bytes.toString(StandardCharsets.UTF_8)).isEqualTo("x".repeat(59));
    }

    @Test
    void aTerminalThatCannotReplaceLinesGetsNoEscapes() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        Screen screen = new Screen(new PrintStream(bytes, true, StandardCharsets.UTF_8), false, 80);
        screen.status("one");
        screen.say("two");
        assertThat(bytes.toString(StandardCharsets.UTF_8)).doesNotContain("\u001b").contains("one", "two");
    }
}
