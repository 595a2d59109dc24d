package dev.bowline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bowline.MongoClient;
import dev.bowline.cli.demo.Demo;
import dev.bowline.simulator.Deployment;
import dev.bowline.simulator.Member;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class BowlineTest {
    @Test
    void withoutArgumentsTheCommandsAreListed() {
        String printed = printed(() -> assertThat(Bowline.run(new String[0])).isZero());
        assertThat(printed).contains("demo", "watch", "spec", "bench");
    }

    @Test
    void anUnknownCommandIsNamed() {
        assertThat(printed(() -> assertThat(Bowline.run("frobnicate")).isEqualTo(64))).contains("frobnicate");
    }

    /** What is printed meanwhile, to either stream. */
    private static String printed(Runnable action) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        PrintStream out = System.out;
        PrintStream err = System.err;
        try (PrintStream caught = new PrintStream(bytes, true, StandardCharsets.UTF_8)) {
            System.setOut(caught);
            System.setErr(caught);
            action.run();
        } finally {
            System.setOut(out);
            System.setErr(err);
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }

    @Test
    void anUnknownCommandEndsWithTheStatusForWrongUsage() {
        assertThat(Bowline.run("frobnicate")).isEqualTo(64);
        assertThat(Bowline.run("demo", "--no-such-option")).isEqualTo(64);
        assertThat(Bowline.run("demo", "--seconds", "0")).isEqualTo(64);
        assertThat(Bowline.run("bench", "no-such-task")).isEqualTo(64);
        assertThat(Bowline.run("simulate", "--standalone", "--sharded")).isEqualTo(64);
        assertThat(Bowline.run("simulate", "--server", "5.5")).isEqualTo(64);
        assertThat(Bowline.run("simulate", "--port", "65536")).isEqualTo(64);
        assertThat(Bowline.run("simulate", "--listen", "0.0.0.0")).isEqualTo(64);
        assertThat(Bowline.run("simulate", "--auth", "nobody")).isEqualTo(64);
        assertThat(Bowline.run("watch")).isEqualTo(64);
        assertThat(Bowline.run("watch", "foo")).isEqualTo(64);
        assertThat(Bowline.run("watch", "--simulate", "mongodb://localhost")).isEqualTo(64);
        assertThat(Bowline.run("watch", "--simulate", "--port", "65536")).isEqualTo(64);
    }

    @Test
    void theDemoAccountsForEveryWriteThroughKillStepDownAndFreeze() throws Exception {
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        boolean good = new Demo(null, Duration.ofSeconds(6), 4, 100, false, null, Demo.Terminal.PLAIN)
                .run(new PrintStream(printed, true, StandardCharsets.UTF_8));
        assertThat(good).as(printed.toString(StandardCharsets.UTF_8)).isTrue();
        assertThat(printed.toString(StandardCharsets.UTF_8)).contains("kill the primary", "step the primary down",
                "freeze the primary", "Every acknowledged write is there exactly once.")
                .containsPattern("attempts made again +[1-9]");
    }

    @Test
    void aDumbTerminalOrOneWithoutColourIsNotLive() {
        System.setProperty("bowline.terminal", "true");
        try {
            assertThat(DemoCommand.terminal("xterm", null).live()).isTrue();
            assertThat(DemoCommand.terminal("dumb", null).live()).isFalse();
            assertThat(DemoCommand.terminal("xterm", "1").live()).isFalse();
            assertThat(DemoCommand.terminal("dumb", null).blocks()).isFalse();
        } finally {
            System.clearProperty("bowline.terminal");
        }
    }

    @Test
    void aWrongConnectionStringIsExplainedInOneLine() {
        String printed = printed(() -> assertThat(Bowline.run("demo", "--uri", "foo")).isEqualTo(64));
        assertThat(printed.lines()).hasSize(1).first().asString().contains("mongodb://");
    }

    @Test
    void theDemoOnADeploymentOfTheUsersKillsNothingAndLeavesNothing() throws Exception {
        try (Deployment deployment = Deployment.replicaSet(3);
                MongoClient client = MongoClient.connect(deployment.connectionString())) {
            Member primary = deployment.awaitPrimary();
            ByteArrayOutputStream printed = new ByteArrayOutputStream();
            boolean good = new Demo(deployment.connectionString(), Duration.ofSeconds(2), 4, 100, false, null,
                    Demo.Terminal.PLAIN)
                    .run(new PrintStream(printed, true, StandardCharsets.UTF_8));
            assertThat(good).as(printed.toString(StandardCharsets.UTF_8)).isTrue();
            assertThat(printed.toString(StandardCharsets.UTF_8)).doesNotContain(">>>")
                    .containsPattern("acknowledged writes +[1-9]");
            assertThat(deployment.awaitPrimary()).isEqualTo(primary);
            assertThat(client.database("test").listCollectionNames().toList()).isEmpty();
        }
    }
}
