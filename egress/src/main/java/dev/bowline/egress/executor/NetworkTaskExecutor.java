package dev.bowline.egress.executor;

import dev.bowline.egress.environment.Completion;
import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.environment.Environment;
import dev.bowline.egress.environment.StateLock;
import dev.bowline.egress.environment.SystemEnvironment;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The task executor over a {@link NetworkInterface}: one virtual thread that runs callbacks and otherwise waits for
 * work.
 */
public final class NetworkTaskExecutor extends BaseExecutor {
    private static final Logger LOG = LoggerFactory.getLogger("dev.bowline.executor");

    private static final long MOMENT_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private enum Phase {
        NEW, RUNNING, SHUTTING_DOWN, ENDED
    }

    /** A callback whose turn will come, with the status that it will get unless it is canceled first. */
    private record Ready(CallbackHandle handle, Consumer<Status> body, boolean last) {}

    private record Timed(Deadline when, CallbackHandle handle) implements Comparable<Timed> {
        @Override
        public int compareTo(Timed other) {
            int byTime = Long.signum(when.nanos() - other.when.nanos());
            return byTime != 0 ? byTime : Long.compare(handle.number, other.handle.number);
        }
    }

    private final Environment environment;
    private final NetworkInterface network;
    private final Route route;
    private final String name;

    /**
     * Guards every field below, and the fields of the handles this executor made. Nothing is called while it is held.
     */
    private final StateLock lock = new StateLock();
    private final ArrayDeque<Ready> ready = new ArrayDeque<>();
    private final PriorityQueue<Timed> timed = new PriorityQueue<>();
    /** Accepted and not done, oldest first; and commands whose futures are being completed. */
    private @Nullable CallbackHandle firstLive;
    private @Nullable CallbackHandle lastLive;
    private int live;
    private final List<Thread> joiners = new ArrayList<>();
    /** Threads that wait for events, to be woken by a shutdown. */
    private final List<Thread> eventWaiters = new ArrayList<>();
    private long numbers;
    private volatile Phase phase = Phase.NEW;
    private volatile @Nullable Thread runner;

    /** An executor over pools of connections of its own. */
    public static NetworkTaskExecutor create(String name, ExecutorSettings settings) {
        Environment environment = SystemEnvironment.instance();
        return new NetworkTaskExecutor(name, environment, new PooledNetworkInterface(name, environment, settings));
    }

    /** An executor over a network interface of the caller's, which is started and shut down with it. */
    public NetworkTaskExecutor(String name, Environment environment, NetworkInterface network) {
        this.name = name;
        this.environment = environment;
        this.network = network;
        this.route = new Route() {
            @Override
            public void start(CallbackHandle handle, RemoteCommandRequest request, boolean exhaust,
                    Consumer<RemoteCommandResponse> onReply) {
                if (exhaust) {
                    network.startExhaustCommand(handle, request, onReply);
                } else {
                    network.startCommand(handle, request, onReply);
                }
            }

            @Override
            public void cancel(CallbackHandle handle) {
                network.cancelCommand(handle);
            }

            @Override
            public boolean hasOwnThreads() {
                return network instanceof PooledNetworkInterface;
            }
        };
    }

    /** What carries this executor's commands. */
    @Override
    public NetworkInterface network() {
        return network;
    }

    @Override
    Environment environment() {
        return environment;
    }

    @Override
    Route route() {
        return route;
    }

    @Override
    public void startup() {
        lock.lock();
        try {
            if (phase != Phase.NEW) {
                throw new IllegalStateException("The executor " + name + " was started or shut down before");
            }
            phase = Phase.RUNNING;
        } finally {
            lock.unlock();
        }
        network.startup();
        runner = environment.start(name, this::loop);
    }

    @Override
    public void shutdown() {
        Phase before;
        List<Thread> toWake;
        lock.lock();
        try {
            before = phase;
            if (before == Phase.SHUTTING_DOWN || before == Phase.ENDED) {
                return;
            }
            phase = Phase.SHUTTING_DOWN;
            timed.clear();
            for (CallbackHandle handle = firstLive; handle != null; handle = handle.next) {
                if (handle.canceled == null && !handle.done) {
                    handle.canceled = Status.SHUTDOWN;
                    makeReady(handle);
                }
            }
            toWake = List.copyOf(eventWaiters);
        } finally {
            lock.unlock();
        }
        network.shutdown();
        toWake.forEach(environment::unpark);
        if (before == Phase.NEW) {
            // It was never started, yet every callback that was accepted must run.
            runner = environment.start(name, this::loop);
        }
        network.signalWorkAvailable();
    }

    @Override
    public void join() {
        refuseInCallback("join the executor");
        Thread joiner = Thread.currentThread();
        lock.lock();
        try {
            joiners.add(joiner);
        } finally {
            lock.unlock();
        }
        boolean interrupted = false;
        while (phase != Phase.ENDED) {
            environment.park(Deadline.NEVER);
            interrupted |= Thread.interrupted();
        }
        lock.lock();
        try {
            joiners.remove(joiner);
        } finally {
            lock.unlock();
        }
        while (isCompleting()) {
            // Nothing tells when a future is done but its stages, which may block.
            environment.park(Deadline.afterNanos(environment, MOMENT_NANOS));
            interrupted |= Thread.interrupted();
        }
        if (interrupted) {
            joiner.interrupt();
        }
    }

    /** Whether a future whose command has ended is not done yet. */
    private boolean isCompleting() {
        lock.lock();
        try {
            for (CallbackHandle handle = firstLive; handle != null; handle = handle.next) {
                Future<?> future = handle.completes;
                if (future != null && !future.isDone()) {
                    return true;
                }
            }
            return false;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public boolean hasTasks() {
        lock.lock();
        try {
            return live > 0;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public CallbackHandle scheduleWork(Consumer<CallbackArgs> work) {
        CallbackHandle handle;
        lock.lock();
        try {
            handle = accept(work);
            makeReady(handle);
        } finally {
            lock.unlock();
        }
        network.signalWorkAvailable();
        return handle;
    }

    @Override
    public CallbackHandle scheduleWorkAt(Deadline when, Consumer<CallbackArgs> work) {
        CallbackHandle handle;
        lock.lock();
        try {
            handle = accept(work);
            if (!when.isNever()) {
                timed.add(new Timed(when, handle));
            }
        } finally {
            lock.unlock();
        }
        network.signalWorkAvailable();
        return handle;
    }

    @Override
    CallbackHandle schedule(Route via, RemoteCommandRequest request, boolean exhaust,
            Consumer<RemoteCommandCallbackArgs> callback) {
        CallbackHandle handle = acceptRemote(via);
        begin(handle, via, request, exhaust, response -> {
            if (!response.moreToCome()) {
                post(handle, request, response, callback, true);
                return;
            }
            // The network waits until the callback has run, so that a server cannot flood us.
            Completion<Boolean> ran = new Completion<>(environment);
            boolean posted = post(handle, request, response, args -> {
                try {
                    callback.accept(args);
                } finally {
                    ran.complete(true);
                }
            }, false);
            try {
                if (posted) {
                    ran.await(Deadline.NEVER);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        return handle;
    }

    @Override
    CallbackHandle start(Route via, RemoteCommandRequest request, boolean exhaust,
            Consumer<RemoteCommandResponse> onReply, Consumer<RemoteCommandResponse> onEnd, Future<?> completed) {
        CallbackHandle handle = acceptRemote(via);
        handle.completes = completed;
        begin(handle, via, request, exhaust, response -> {
            if (response.moreToCome()) {
                onReply.accept(response);
            } else if (via.hasOwnThreads()) {
                end(handle, response, onEnd);
            } else {
                try {
                    environment.start(name + "-stage", () -> end(handle, response, onEnd));
                } catch (RuntimeException | Error noThread) {
                    end(handle, response, onEnd);
                }
            }
        });
        return handle;
    }

    /** Hands a command to what carries it. If that throws, the command was never accepted. */
    private void begin(CallbackHandle handle, Route via, RemoteCommandRequest request, boolean exhaust,
            Consumer<RemoteCommandResponse> onReply) {
        try {
            via.start(handle, request, exhaust, onReply);
        } catch (RuntimeException | Error e) {
            done(handle, true);
            throw e;
        }
        breakOffIfCanceled(handle);
    }

    /**
     * Ends a command that has no callback. The stages of its future may take their time, so it counts as done before
     * they run; but it stays in the list until its future is done, for those who join.
     */
    private void end(CallbackHandle handle, RemoteCommandResponse response, Consumer<RemoteCommandResponse> onEnd) {
        if (!done(handle, false)) {
            // A second end, which a network interface of a user may tell by mistake.
            return;
        }
        try {
            onEnd.accept(response);
        } finally {
            lock.lock();
            try {
                unlink(handle);
            } finally {
                lock.unlock();
            }
        }
    }

    @Override
    public EventHandle makeEvent() {
        lock.lock();
        try {
            refuseAfterShutdown();
            return new EventHandle(this);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void signalEvent(EventHandle event) {
        List<Thread> toWake;
        lock.lock();
        try {
            own(event.owner);
            if (event.signalled) {
                throw new IllegalStateException("The event was signalled before, and can be signalled only once");
            }
            event.signalled = true;
            event.callbacks.forEach(this::makeReady);
            event.callbacks.clear();
            toWake = List.copyOf(event.waiters);
        } finally {
            lock.unlock();
        }
        toWake.forEach(environment::unpark);
        network.signalWorkAvailable();
    }

    @Override
    public CallbackHandle onEvent(EventHandle event, Consumer<CallbackArgs> work) {
        CallbackHandle handle;
        lock.lock();
        try {
            own(event.owner);
            handle = accept(work);
            if (event.signalled) {
                makeReady(handle);
            } else {
                event.callbacks.add(handle);
            }
        } finally {
            lock.unlock();
        }
        network.signalWorkAvailable();
        return handle;
    }

    @Override
    boolean await(Collection<EventHandle> events, boolean any, Deadline deadline, BooleanSupplier ended)
            throws InterruptedException {
        refuseInCallback("wait for an event");
        Thread waiter = Thread.currentThread();
        lock.lock();
        try {
            events.forEach(event -> own(event.owner));
            events.forEach(event -> event.waiters.add(waiter));
            eventWaiters.add(waiter);
        } finally {
            lock.unlock();
        }
        try {
            while (!(any
                    ? events.stream().anyMatch(EventHandle::isSignalled)
                    : events.stream().allMatch(EventHandle::isSignalled))) {
                if (phase == Phase.SHUTTING_DOWN || phase == Phase.ENDED || ended.getAsBoolean()) {
                    throw new RemoteCommandException(Status.SHUTDOWN);
                }
                if (Thread.interrupted()) {
                    throw new InterruptedException();
                }
                if (deadline.isExpired(environment)) {
                    return false;
                }
                environment.park(deadline);
            }
            return true;
        } finally {
            lock.lock();
            try {
                events.forEach(event -> event.waiters.remove(waiter));
                eventWaiters.remove(waiter);
            } finally {
                lock.unlock();
            }
        }
    }

    @Override
    boolean await(CallbackHandle handle, Deadline deadline) throws InterruptedException {
        refuseInCallback("wait for a callback");
        Thread waiter = Thread.currentThread();
        lock.lock();
        try {
            own(handle.owner);
            handle.addWaiter(waiter);
        } finally {
            lock.unlock();
        }
        try {
            while (!handle.done) {
                if (Thread.interrupted()) {
                    throw new InterruptedException();
                }
                if (deadline.isExpired(environment)) {
                    return false;
                }
                environment.park(deadline);
            }
            return true;
        } finally {
            lock.lock();
            try {
                handle.removeWaiter(waiter);
            } finally {
                lock.unlock();
            }
        }
    }

    @Override
    public boolean cancel(CallbackHandle handle) {
        lock.lock();
        try {
            own(handle.owner);
            if (handle.canceled != null || handle.stage == CallbackHandle.Stage.DONE) {
                return false;
            }
            handle.canceled = Status.CANCELED;
            makeReady(handle);
            forgetCanceledTimes();
        } finally {
            lock.unlock();
        }
        breakOffIfCanceled(handle);
        network.signalWorkAvailable();
        return true;
    }

    @Override
    public boolean isCallbackThread() {
        return Thread.currentThread() == runner;
    }

    private void loop() {
        runner = Thread.currentThread();
        while (true) {
            Ready next;
            Deadline wake = Deadline.NEVER;
            List<Thread> toWake = List.of();
            lock.lock();
            try {
                moveDue();
                next = ready.poll();
                if (next == null) {
                    if (phase == Phase.SHUTTING_DOWN && live == 0) {
                        phase = Phase.ENDED;
                        toWake = List.copyOf(joiners);
                    } else if (!timed.isEmpty()) {
                        wake = timed.peek().when();
                    }
                }
            } finally {
                lock.unlock();
            }
            if (phase == Phase.ENDED) {
                toWake.forEach(environment::unpark);
                return;
            }
            if (next == null) {
                network.waitForWorkUntil(wake);
            } else {
                runCallback(next);
            }
        }
    }

    private void runCallback(Ready next) {
        Status canceled = next.handle().canceled;
        try {
            next.body().accept(canceled == null ? Status.OK : canceled);
        } catch (Throwable e) {
            LOG.error("A callback of the executor {} threw; others are not affected", name, e);
        }
        if (next.last()) {
            done(next.handle(), true);
        }
    }

    /** False if it was done before. */
    private boolean done(CallbackHandle handle, boolean forget) {
        List<Thread> toWake;
        boolean over;
        lock.lock();
        try {
            if (handle.done) {
                return false;
            }
            handle.stage = CallbackHandle.Stage.DONE;
            handle.done = true;
            live--;
            if (forget) {
                unlink(handle);
            }
            toWake = handle.takeWaiters();
            over = live == 0 && phase == Phase.SHUTTING_DOWN;
        } finally {
            lock.unlock();
        }
        toWake.forEach(environment::unpark);
        if (over) {
            network.signalWorkAvailable();
        }
        return true;
    }

    /**
     * Called by the network with a response: the callback's turn will come. Returns false for one that comes after the
     * last, as a reply may that crosses a cancellation; it is dropped.
     */
    private boolean post(CallbackHandle handle, RemoteCommandRequest request, RemoteCommandResponse response,
            Consumer<RemoteCommandCallbackArgs> callback, boolean last) {
        lock.lock();
        try {
            if (handle.answered) {
                return false;
            }
            handle.answered = last;
            handle.stage = CallbackHandle.Stage.READY;
            ready.add(new Ready(handle, status -> {
                // An answer that came before a cancellation, whose callback did not run before it, counts as canceled.
                RemoteCommandResponse told = status.isOk() || !last
                        ? response
                        : RemoteCommandResponse.failed(response.target(), status, response.elapsed());
                callback.accept(new RemoteCommandCallbackArgs(this, handle, request, told));
            }, last));
        } finally {
            lock.unlock();
        }
        network.signalWorkAvailable();
        return true;
    }

    private void breakOffIfCanceled(CallbackHandle handle) {
        Route via = handle.route;
        if (via != null && handle.canceled != null) {
            via.cancel(handle);
        }
    }

    private CallbackHandle accept(Consumer<CallbackArgs> work) {
        refuseAfterShutdown();
        CallbackHandle[] self = new CallbackHandle[1];
        self[0] = new CallbackHandle(this, numbers++, status -> work.accept(new CallbackArgs(this, self[0], status)));
        add(self[0]);
        return self[0];
    }

    private CallbackHandle acceptRemote(Route via) {
        lock.lock();
        try {
            refuseAfterShutdown();
            CallbackHandle handle = new CallbackHandle(this, numbers++, null);
            handle.route = via;
            add(handle);
            return handle;
        } finally {
            lock.unlock();
        }
    }

    private void add(CallbackHandle handle) {
        live++;
        handle.previous = lastLive;
        if (lastLive == null) {
            firstLive = handle;
        } else {
            lastLive.next = handle;
        }
        lastLive = handle;
    }

    private void unlink(CallbackHandle handle) {
        CallbackHandle before = handle.previous;
        CallbackHandle after = handle.next;
        if (before == null) {
            firstLive = after;
        } else {
            before.next = after;
        }
        if (after == null) {
            lastLive = before;
        } else {
            after.previous = before;
        }
        handle.previous = null;
        handle.next = null;
    }

    private void makeReady(CallbackHandle handle) {
        Consumer<Status> body = handle.body;
        if (body != null && handle.stage == CallbackHandle.Stage.WAITING) {
            handle.stage = CallbackHandle.Stage.READY;
            ready.add(new Ready(handle, body, true));
        }
    }

    /** Callbacks that were canceled long before their time must not pile up until then. */
    private void forgetCanceledTimes() {
        if (timed.size() > 64 && timed.size() > 2 * live) {
            timed.removeIf(entry -> entry.handle().stage != CallbackHandle.Stage.WAITING);
        }
    }

    private void moveDue() {
        for (Timed first = timed.peek(); first != null && first.when().isExpired(environment); first = timed.peek()) {
            timed.remove();
            makeReady(first.handle());
        }
    }

    private void refuseAfterShutdown() {
        if (phase == Phase.SHUTTING_DOWN || phase == Phase.ENDED) {
            throw new RemoteCommandException(Status.SHUTDOWN);
        }
    }

    private void own(Object owner) {
        if (owner != this) {
            throw new IllegalArgumentException("The handle belongs to another executor");
        }
    }
}
