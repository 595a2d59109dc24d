package dev.bowline.egress.environment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import java.net.StandardSocketOptions;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class SystemEnvironmentTest {
    private final SystemEnvironment environment = SystemEnvironment.instance();

    @Test
    void startsNamedVirtualThreads() throws Exception {
        CompletableFuture<Thread> seen = new CompletableFuture<>();
        Thread thread = environment.start("bowline-test", () -> seen.complete(Thread.currentThread()));

        assertThat(seen.get(10, TimeUnit.SECONDS)).isSameAs(thread);
        assertThat(thread.isVirtual()).isTrue();
        assertThat(thread.getName()).isEqualTo("bowline-test");
    }

    @Test
    void connectsInTheBackgroundOnDaemonPlatformThreads() throws Exception {
        CompletableFuture<Thread> seen = new CompletableFuture<>();
        environment.startPlatform("bowline-connect", () -> seen.complete(Thread.currentThread()));
        assertThat(seen.get(10, TimeUnit.SECONDS)).satisfies(thread -> {
            assertThat(thread.isVirtual()).isFalse();
            assertThat(thread.isDaemon()).isTrue();
            assertThat(thread.getName()).isEqualTo("bowline-connect");
        });
    }

    @Test
    void parksUntilTheDeadlineOrUntilUnparked() {
        Deadline soon = Deadline.after(environment, Duration.ofMillis(20));
        while (!soon.isExpired(environment)) {
            environment.park(soon);
        }
        environment.unpark(Thread.currentThread());
        environment.park(Deadline.NEVER);
    }

    @Test
    void resolvesOnPlatformAndVirtualThreads() throws Exception {
        assertThat(environment.resolve("127.0.0.1")).hasSize(1);
        CompletableFuture<Object> result = new CompletableFuture<>();
        environment.start("resolve", () -> {
            try {
                result.complete(environment.resolve("127.0.0.1"));
            } catch (UnknownHostException e) {
                result.complete(e);
            }
        });
        assertThat(result.get(20, TimeUnit.SECONDS)).isEqualTo(environment.resolve("127.0.0.1"));
        assertThatThrownBy(() -> environment.resolve("no-such-host.invalid")).isInstanceOf(UnknownHostException.class);
    }

    @Test
    void givesUpResolvingAtTheDeadlineOrWhenInterrupted() {
        assertThatThrownBy(() -> environment.resolve("localhost", Deadline.afterNanos(environment, 0)))
                .isInstanceOf(SocketTimeoutException.class);
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> environment.resolve("localhost", Deadline.NEVER))
                .isInstanceOf(InterruptedIOException.class);
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void keepsSocketsAliveAndSendsWithoutDelay() throws Exception {
        try (ServerSocket listener = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
                SocketByteStream stream = (SocketByteStream) environment.open(
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), listener.getLocalPort()),
                        Deadline.NEVER)) {
            assertThat(stream.option(StandardSocketOptions.TCP_NODELAY)).isTrue();
            assertThat(stream.option(StandardSocketOptions.SO_KEEPALIVE)).isTrue();
        }
    }

    @Test
    void drawsFreshIds() {
        assertThat(environment.newObjectId()).isNotEqualTo(environment.newObjectId());
        assertThat(environment.newUuid()).isNotEqualTo(environment.newUuid());
        assertThat(environment.newUuid().version()).isEqualTo(4);
        byte[] bytes = new byte[32];
        environment.secureRandom(bytes);
        assertThat(bytes).isNotEqualTo(new byte[32]);
        assertThat(environment.random().nextInt(10)).isBetween(0, 9);
    }

    @Test
    void saysWhichLibraryIsMissingWithoutDnsjava() throws Exception {
        Class<?> resolver = new WithoutDnsjava().loadClass("dev.bowline.egress.environment.SystemDnsResolver");
        var constructor = resolver.getDeclaredConstructor();
        constructor.setAccessible(true);
        Object instance = constructor.newInstance();
        Method srv = resolver.getMethod("srv", String.class);
        srv.setAccessible(true);

        assertThatThrownBy(() -> {
            try {
                srv.invoke(instance, "_mongodb._tcp.example.com");
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
        }).hasMessageContaining("dnsjava:dnsjava").hasMessageContaining("_mongodb._tcp.example.com");
    }

    /** Loads this package anew, in a world where dnsjava does not exist. */
    private static final class WithoutDnsjava extends ClassLoader {
        WithoutDnsjava() {
            super(SystemEnvironmentTest.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (name.startsWith("org.xbill.")) {
                throw new ClassNotFoundException(name);
            }
            if (!name.startsWith("dev.bowline.")) {
                return super.loadClass(name, resolve);
            }
            Class<?> loaded = findLoadedClass(name);
            if (loaded != null) {
                return loaded;
            }
            try (InputStream in = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
                byte[] bytes = in.readAllBytes();
                return defineClass(name, bytes, 0, bytes.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }
}
