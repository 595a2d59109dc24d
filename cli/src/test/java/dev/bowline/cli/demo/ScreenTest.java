package dev.bowline.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the demo prints to terminals of different kinds. */
class ScreenTest {
    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aStatusLineFitsTheTerminal(boolean live) {
        screen(live, 60).status("x".repeat(200));
        assertThat(text().strip()).hasSize(59);
        printed.reset();
        screen(live, 60).status("y".repeat(59));
        assertThat(text().strip()).hasSize(59);
    }

    @Test
    void aTerminalThatCannotReplaceALineGetsNoEscapes() {
        Screen screen = screen(false, 60);
        screen.status("first");
        screen.status("second");
        screen.say("third");
        assertThat(text().lines()).containsExactly("first", "second", "third");
    }

    @Test
    void aNarrowTerminalShowsThePrimary() {
        screen(false, 60).status(Demo.status(60, 110.25, 4000, 1173, 27, "primary 37801, 33037 unknown"));
        assertThat(text().strip()).isEqualTo("110.3s 4000 op/s, worst 1173 ms, retries 27, primary 37801,");
        assertThat(Demo.status(80, 1, 400, 9, 0, "primary 37801"))
                .isEqualTo("  1.0 s |   400 op/s | worst      9 ms | retries 0 | primary 37801");
    }

    private Screen screen(boolean live, int width) {
        return new Screen(new PrintStream(printed, true, StandardCharsets.UTF_8), live, width);
    }

    private String text() {
        return printed.toString(StandardCharsets.UTF_8);
    }
}
