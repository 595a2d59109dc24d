package dev.bowline.egress.executor;

import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.environment.Environment;
import dev.bowline.egress.environment.StateLock;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A part of another executor with a life of its own: closing it cancels what was started through it, and nothing else.
 * Its callbacks run on the other executor, among that one's.
 */
public final class ScopedTaskExecutor implements TaskExecutor {
    /** One callback that was started through this scope and has not run for the last time. */
    private static final class Ticket {
        @Nullable
        CallbackHandle handle;
    }

    private final Environment environment;
    private final TaskExecutor delegate;

    /** Guards every field below. Nothing is called while it is held. */
    private final StateLock lock = new StateLock();
    private final LinkedHashSet<Ticket> live = new LinkedHashSet<>();
    private final List<Thread> joiners = new ArrayList<>();
    private boolean closed;

    public ScopedTaskExecutor(Environment environment, TaskExecutor delegate) {
        this.environment = environment;
        this.delegate = delegate;
    }

    /** Does nothing: the executor that this is a part of has its own start. */
    @Override
    public void startup() {}

    @Override
    public void shutdown() {
        List<CallbackHandle> toCancel = new ArrayList<>();
        lock.lock();
        try {
            closed = true;
            for (Ticket ticket : live) {
                if (ticket.handle != null) {
                    toCancel.add(ticket.handle);
                }
            }
        } finally {
            lock.unlock();
        }
        toCancel.forEach(delegate::cancel);
    }

    @Override
    public void join() {
        delegate.refuseInCallback("join a part of the executor");
        lock.lock();
        try {
            joiners.add(Thread.currentThread());
        } finally {
            lock.unlock();
        }
        boolean interrupted = false;
        while (!isIdle()) {
            environment.park(Deadline.NEVER);
            interrupted |= Thread.interrupted();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        shutdown();
        if (!delegate.isCallbackThread()) {
            join();
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
    public CallbackHandle scheduleRemoteCommand(RemoteCommandRequest request,
            Consumer<RemoteCommandCallbackArgs> callback) {
        return scheduleRemote(callback, wrapped -> delegate.scheduleRemoteCommand(request, wrapped));
    }

    @Override
    public CallbackHandle scheduleExhaustRemoteCommand(RemoteCommandRequest request,
            Consumer<RemoteCommandCallbackArgs> callback) {
        return scheduleRemote(callback, wrapped -> delegate.scheduleExhaustRemoteCommand(request, wrapped));
    }

    @Override
    public EventHandle makeEvent() {
        lock.lock();
        try {
            refuseIfClosed();
        } finally {
            lock.unlock();
        }
        return delegate.makeEvent();
    }

    @Override
    public void signalEvent(EventHandle event) {
        delegate.signalEvent(event);
    }

    @Override
    public boolean waitForEvent(EventHandle event, Deadline deadline) throws InterruptedException {
        return delegate.waitForEvent(event, deadline);
    }

    @Override
    public void wait(CallbackHandle callback) throws InterruptedException {
        delegate.wait(callback);
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
        return started(ticket, scheduling, args -> {
            try {
                work.accept(new CallbackArgs(this, args.handle(), args.status()));
            } finally {
                giveBack(ticket);
            }
        });
    }

    private CallbackHandle scheduleRemote(Consumer<RemoteCommandCallbackArgs> callback,
            Function<Consumer<RemoteCommandCallbackArgs>, CallbackHandle> scheduling) {
        Ticket ticket = take();
        return started(ticket, scheduling, args -> {
            try {
                callback.accept(
                        new RemoteCommandCallbackArgs(this, args.handle(), args.request(), args.response()));
            } finally {
                if (!args.response().moreToCome()) {
                    giveBack(ticket);
                }
            }
        });
    }

    private <A> CallbackHandle started(Ticket ticket, Function<Consumer<A>, CallbackHandle> scheduling,
            Consumer<A> wrapped) {
        CallbackHandle handle;
        try {
            handle = scheduling.apply(wrapped);
        } catch (RuntimeException e) {
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
                toWake = List.copyOf(joiners);
            }
        } finally {
            lock.unlock();
        }
        toWake.forEach(environment::unpark);
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
