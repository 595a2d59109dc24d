package dev.bowline.egress.executor;

import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.environment.Environment;
import dev.bowline.egress.environment.StateLock;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.concurrent.Future;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A part of another executor with a life of its own: closing it cancels what was started through it, ends the waits
 * for events through it, and nothing else. Its callbacks run on the other executor, among that one's.
 */
final class ScopedTaskExecutor extends BaseExecutor {
    /** One callback that was started through this scope and has not run for the last time. */
    private static final class Ticket {
        @Nullable
        CallbackHandle handle;
    }

    private final BaseExecutor delegate;
    private final Environment environment;

    /** Guards every field below. Nothing is called while it is held. */
    private final StateLock lock = new StateLock();
    private final LinkedHashSet<Ticket> live = new LinkedHashSet<>();
    /** Threads that join, or wait for an event. */
    private final List<Thread> waiters = new ArrayList<>();
    private volatile boolean closed;

    ScopedTaskExecutor(BaseExecutor delegate) {
        this.delegate = delegate;
        this.environment = delegate.environment();
    }

    @Override
    Environment environment() {
        return environment;
    }

    @Override
    NetworkInterface network() {
        return delegate.network();
    }

    @Override
    Route route() {
        return delegate.route();
    }

    @Override
    void check(RemoteCommandRequest request) {
        delegate.check(request);
    }

    @Override
    public void startup() {}

    @Override
    public void shutdown() {
        List<CallbackHandle> toCancel = new ArrayList<>();
        List<Thread> toWake;
        lock.lock();
        try {
            closed = true;
            for (Ticket ticket : live) {
                if (ticket.handle != null) {
                    toCancel.add(ticket.handle);
                }
            }
            toWake = List.copyOf(waiters);
        } finally {
            lock.unlock();
        }
        toCancel.forEach(delegate::cancel);
        toWake.forEach(environment::unpark);
    }

    @Override
    public void join() {
        delegate.refuseInCallback("join a part of the executor");
        Thread joiner = Thread.currentThread();
        enter(joiner);
        boolean interrupted = false;
        while (!isIdle()) {
            environment.park(Deadline.NEVER);
            interrupted |= Thread.interrupted();
        }
        leave(joiner);
        if (interrupted) {
            joiner.interrupt();
        }
    }

    @Override
    public boolean hasTasks() {
        lock.lock();
        try {
            return !live.isEmpty();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public CallbackHandle scheduleWork(Consumer<CallbackArgs> work) {
        return schedule(work, delegate::scheduleWork);
    }

    @Override
    public CallbackHandle scheduleWorkAt(Deadline when, Consumer<CallbackArgs> work) {
        return schedule(work, wrapped -> delegate.scheduleWorkAt(when, wrapped));
    }

    @Override
    public CallbackHandle onEvent(EventHandle event, Consumer<CallbackArgs> work) {
        return schedule(work, wrapped -> delegate.onEvent(event, wrapped));
    }

    @Override
    CallbackHandle schedule(Route route, RemoteCommandRequest request, boolean exhaust,
            Consumer<RemoteCommandCallbackArgs> callback) {
        Ticket ticket = take();
        return started(ticket, () -> delegate.schedule(route, request, exhaust, args -> {
            try {
                callback.accept(new RemoteCommandCallbackArgs(this, args.handle(), args.request(), args.response()));
            } finally {
                if (!args.response().moreToCome()) {
                    giveBack(ticket);
                }
            }
        }));
    }

    @Override
    CallbackHandle start(Route route, RemoteCommandRequest request, boolean exhaust,
            Consumer<RemoteCommandResponse> onReply, Consumer<RemoteCommandResponse> onEnd, Future<?> completed) {
        Ticket ticket = take();
        return started(ticket, () -> delegate.start(route, request, exhaust, onReply, response -> {
            giveBack(ticket);
            onEnd.accept(response);
        }, completed));
    }

    @Override
    public EventHandle makeEvent() {
        refuseIfClosed();
        return delegate.makeEvent();
    }

    @Override
    public void signalEvent(EventHandle event) {
        delegate.signalEvent(event);
    }

    @Override
    boolean await(Collection<EventHandle> events, boolean any, Deadline deadline, BooleanSupplier ended)
            throws InterruptedException {
        Thread waiter = Thread.currentThread();
        enter(waiter);
        try {
            return delegate.await(events, any, deadline, () -> closed || ended.getAsBoolean());
        } finally {
            leave(waiter);
        }
    }

    @Override
    boolean await(CallbackHandle callback, Deadline deadline) throws InterruptedException {
        return delegate.await(callback, deadline);
    }

    @Override
    public boolean cancel(CallbackHandle callback) {
        return delegate.cancel(callback);
    }

    @Override
    public boolean isCallbackThread() {
        return delegate.isCallbackThread();
    }

    private CallbackHandle schedule(Consumer<CallbackArgs> work,
            Function<Consumer<CallbackArgs>, CallbackHandle> scheduling) {
        Ticket ticket = take();
        return started(ticket, () -> scheduling.apply(args -> {
            try {
                work.accept(new CallbackArgs(this, args.handle(), args.status()));
            } finally {
                giveBack(ticket);
            }
        }));
    }

    private CallbackHandle started(Ticket ticket, Supplier<CallbackHandle> scheduling) {
        CallbackHandle handle;
        try {
            handle = scheduling.get();
        } catch (RuntimeException | Error e) {
            giveBack(ticket);
            throw e;
        }
        boolean tooLate;
        lock.lock();
        try {
            ticket.handle = handle;
            tooLate = closed;
        } finally {
            lock.unlock();
        }
        if (tooLate) {
            delegate.cancel(handle);
        }
        return handle;
    }

    private Ticket take() {
        lock.lock();
        try {
            refuseIfClosed();
            Ticket ticket = new Ticket();
            live.add(ticket);
            return ticket;
        } finally {
            lock.unlock();
        }
    }

    private void giveBack(Ticket ticket) {
        List<Thread> toWake = List.of();
        lock.lock();
        try {
            live.remove(ticket);
            if (live.isEmpty() && closed) {
                toWake = List.copyOf(waiters);
            }
        } finally {
            lock.unlock();
        }
        toWake.forEach(environment::unpark);
    }

    private void enter(Thread waiter) {
        lock.lock();
        try {
            waiters.add(waiter);
        } finally {
            lock.unlock();
        }
    }

    private void leave(Thread waiter) {
        lock.lock();
        try {
            waiters.remove(waiter);
        } finally {
            lock.unlock();
        }
    }

    private boolean isIdle() {
        lock.lock();
        try {
            return closed && live.isEmpty();
        } finally {
            lock.unlock();
        }
    }

    private void refuseIfClosed() {
        if (closed) {
            throw new RemoteCommandException(Status.SHUTDOWN);
        }
    }
}
