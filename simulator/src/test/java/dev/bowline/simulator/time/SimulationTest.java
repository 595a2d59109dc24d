package dev.bowline.simulator.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bowline.egress.environment.ByteStream;
import dev.bowline.egress.environment.Completion;
import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.environment.Environment;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class SimulationTest {
    private static final InetSocketAddress SERVER = InetSocketAddress.createUnresolved("server", 1);

    @Test
    void theClockJumpsToTheNextDeadline() {
        Simulation simulation = new Simulation(1);
        simulation.run(() -> {
            Environment environment = simulation.environment();
            long before = environment.nanoTime();
            Deadline inAnHour = Deadline.after(environment, Duration.ofHours(1));
            while (!inAnHour.isExpired(environment)) {
                environment.park(inAnHour);
            }
            assertThat(environment.nanoTime() - before).isEqualTo(TimeUnit.HOURS.toNanos(1));
        });
    }

    @Test
    void anUnparkThatCameFirstIsNotLost() {
        Simulation simulation = new Simulation(1);
        simulation.run(() -> {
            Environment environment = simulation.environment();
            environment.unpark(Thread.currentThread());
            environment.park(Deadline.NEVER);
        });
    }

    @Test
    void aRunInWhichEveryThreadWaitsForeverFailsAndNamesThem() {
        Simulation simulation = new Simulation(7);
        assertThatThrownBy(() -> simulation.run(() -> simulation.environment().park(Deadline.NEVER)))
                .isInstanceOf(IllegalStateException.class).hasMessageContaining("Seed 7").hasMessageContaining("main");
    }

    @Test
    void whatEscapesAThreadFailsTheRun() {
        Simulation simulation = new Simulation(7);
        assertThatThrownBy(() -> simulation.run(() -> {
            simulation.environment().start("bad", () -> {
                throw new IllegalArgumentException("oops");
            });
            simulation.environment().park(Deadline.NEVER);
        })).isInstanceOf(IllegalArgumentException.class).hasMessage("oops");
    }

    @Test
    void theSeedDecidesTheOrderAndTheSameSeedTheSameOrder() {
        Set<List<Integer>> orders = new HashSet<>();
        for (long seed = 0; seed < 50; seed++) {
            List<Integer> order = orderOf(seed);
            assertThat(orderOf(seed)).isEqualTo(order);
            orders.add(order);
        }
        assertThat(orders).hasSizeGreaterThan(10);
    }

    @Test
    void aCompletionIsWaitedForInVirtualTime() {
        Simulation simulation = new Simulation(3);
        simulation.run(() -> {
            Environment environment = simulation.environment();
            Completion<String> completion = new Completion<>(environment);
            environment.start("other", () -> {
                simulation.sleepUntil(environment.nanoTime() + 5_000_000);
                completion.complete("done");
            });
            try {
                assertThat(completion.await(Deadline.after(environment, Duration.ofSeconds(1)))).isTrue();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            assertThat(completion.value()).isEqualTo("done");
            assertThat(simulation.elapsedNanos()).isEqualTo(5_000_000);
        });
    }

    @Test
    void anInterruptEndsAWait() {
        Simulation simulation = new Simulation(3);
        simulation.run(() -> {
            Environment environment = simulation.environment();
            Completion<Boolean> seen = new Completion<>(environment);
            Thread waiting = environment.start("waiting", () -> {
                environment.park(Deadline.NEVER);
                seen.complete(Thread.currentThread().isInterrupted());
            });
            environment.start("interrupting", () -> simulation.interrupt(waiting));
            try {
                assertThat(seen.await(Deadline.after(environment, Duration.ofSeconds(1)))).isTrue();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            assertThat(seen.value()).isTrue();
        });
    }

    @Test
    void bytesArriveInOrderAndTheSameSeedGivesTheSameHistory() {
        assertThat(echoes(11, Switch.fastest())).isEqualTo(echoes(11, Switch.fastest()))
                .isNotEqualTo(echoes(12, Switch.fastest()));
    }

    @Test
    void bothWaysOfSwitchingThreadsGiveTheSameHistory() {
        assertThat(Switch.fastest()).isInstanceOf(CarrierSwitch.class);
        assertThat(echoes(11, new BatonSwitch())).isEqualTo(echoes(11, Switch.fastest()));
    }

    @Test
    void aDeadlineEndsAReadFromASilentHost() {
        withEchoServer((simulation, stream) -> {
            simulation.network().partition("client", "server");
            stream.arm(Deadline.after(simulation.environment(), Duration.ofMillis(250)));
            long before = simulation.elapsedNanos();
            stream.write(ByteBuffer.wrap(new byte[]{1}));
            assertThatThrownBy(() -> stream.read(ByteBuffer.allocate(1)))
                    .hasCauseInstanceOf(SocketTimeoutException.class);
            assertThat(simulation.elapsedNanos() - before).isEqualTo(Duration.ofMillis(250).toNanos());
            assertThat(stream.isOpen()).isFalse();
        });
    }

    @Test
    void whatAPartitionHeldBackArrivesWhenItIsHealed() {
        withEchoServer((simulation, stream) -> {
            simulation.network().partition("client", "server");
            stream.write(ByteBuffer.wrap(new byte[]{42}));
            simulation.environment().start("healer", () -> {
                simulation.sleepUntil(simulation.nanoTime() + 1_000_000_000L);
                simulation.network().heal("server", "client");
            });
            ByteBuffer answer = ByteBuffer.allocate(1);
            assertThat(stream.read(answer)).isEqualTo(1);
            assertThat(answer.get(0)).isEqualTo((byte) 42);
            assertThat(simulation.elapsedNanos()).isGreaterThan(1_000_000_000L);
        });
    }

    @Test
    void aKilledHostResetsItsConnectionsAndRefusesNewOnes() {
        withEchoServer((simulation, stream) -> {
            simulation.network().kill("server");
            assertThatThrownBy(() -> stream.read(ByteBuffer.allocate(1))).isInstanceOf(IOException.class);
            assertThatThrownBy(() -> open(simulation)).isInstanceOf(ConnectException.class);
        });
    }

    @Test
    void anAttemptToConnectEndsAtItsDeadline() {
        withEchoServer((simulation, stream) -> {
            simulation.network().partition("client", "server");
            long before = simulation.elapsedNanos();
            Environment environment = simulation.environment();
            assertThatThrownBy(
                    () -> environment.open(SERVER, Deadline.after(environment, Duration.ofMillis(2500))))
                    .isInstanceOf(SocketTimeoutException.class);
            assertThat(simulation.elapsedNanos() - before).isEqualTo(Duration.ofMillis(2500).toNanos());
        });
    }

    @Test
    void anAttemptToConnectEndsAtOnceWhenItIsAborted() {
        withEchoServer((simulation, stream) -> {
            simulation.network().partition("client", "server");
            long before = simulation.elapsedNanos();
            Environment environment = simulation.environment();
            IllegalStateException reason = new IllegalStateException("cleared");
            assertThatThrownBy(() -> environment.open(SERVER, Deadline.NEVER,
                    connecting -> environment.start("aborting", () -> {
                        simulation.sleepUntil(simulation.nanoTime() + 300_000_000L);
                        connecting.abort(reason);
                    }))).isInstanceOf(IOException.class).hasCause(reason);
            assertThat(simulation.elapsedNanos() - before).isEqualTo(300_000_000L);
            assertThat(simulation.network().openStreams()).as("the echo's two ends").isEqualTo(2);
        });
    }

    private interface Scenario {
        void play(Simulation simulation, ByteStream stream) throws IOException;
    }

    private static void withEchoServer(Scenario scenario) {
        Simulation simulation = new Simulation(5);
        simulation.run(() -> {
            try {
                serve(simulation);
                scenario.play(simulation, open(simulation));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    private static String echoes(long seed, Switch control) {
        Simulation simulation = new Simulation(seed, control);
        simulation.run(() -> {
            try {
                serve(simulation);
                for (int i = 0; i < 20; i++) {
                    ByteStream stream = open(simulation);
                    for (byte value = 0; value < 100; value++) {
                        stream.write(ByteBuffer.wrap(new byte[]{value}));
                        ByteBuffer answer = ByteBuffer.allocate(1);
                        assertThat(stream.read(answer)).isEqualTo(1);
                        assertThat(answer.get(0)).isEqualTo(value);
                    }
                    stream.close();
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        return simulation.history().fingerprint();
    }

    private static ByteStream open(Simulation simulation) throws IOException {
        return simulation.environment().open(SERVER, Deadline.NEVER);
    }

    private static void serve(Simulation simulation) throws IOException {
        SimulatedListener listener = simulation.network().listen("server", 1);
        simulation.environmentOf("server").start("acceptor", () -> {
            while (true) {
                ByteStream accepted;
                try {
                    accepted = listener.accept();
                } catch (IOException e) {
                    return;
                }
                simulation.environmentOf("server").start("echo", () -> echo(accepted));
            }
        });
    }

    private static void echo(ByteStream stream) {
        ByteBuffer buffer = ByteBuffer.allocate(100);
        try {
            while (stream.read(buffer.clear()) >= 0) {
                stream.write(buffer.flip());
            }
        } catch (IOException e) {
            stream.close();
        }
    }

    private static List<Integer> orderOf(long seed) {
        Simulation simulation = new Simulation(seed);
        List<Integer> order = new ArrayList<>();
        simulation.run(() -> {
            for (int i = 0; i < 6; i++) {
                int number = i;
                simulation.environment().start("t" + i, () -> order.add(number));
            }
            simulation.sleepUntil(simulation.nanoTime() + 1);
        });
        return order;
    }
}
