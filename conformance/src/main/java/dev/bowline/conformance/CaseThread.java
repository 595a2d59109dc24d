package dev.bowline.conformance;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The thread on which the cases of one worker run, with the formats and deployments that it uses. A case that does not
 * end in time is interrupted; if that does not help it is left behind, and the next case has a new thread.
 *
 * <p>Used by one worker at a time.
 */
final class CaseThread implements AutoCloseable {
    private static final Duration GRACE = Duration.ofSeconds(2);

    private final Supplier<Formats> source;
    private final boolean replaceable;
    private final Duration limit;
    private Formats formats;
    private ExecutorService executor;
    private volatile @Nullable Thread thread;
    private @Nullable SpecFile current;
    private List<SpecCase> cases = List.of();

    /** @param replaceable whether fresh formats bring fresh deployments */
    CaseThread(Supplier<Formats> source, boolean replaceable, Duration limit) {
        this.source = source;
        this.replaceable = replaceable;
        this.limit = limit;
        this.formats = source.get();
        this.executor = newExecutor();
    }

    private ExecutorService newExecutor() {
        return Executors.newSingleThreadExecutor(task -> {
            Thread fresh = Thread.ofPlatform().daemon().name("spec-case").unstarted(task);
            thread = fresh;
            return fresh;
        });
    }

    /** The cases of a file, made by the formats that this thread has now. */
    List<SpecCase> casesOf(SpecFile file) {
        if (file != current) {
            cases = formats.casesOf(file);
            current = file;
        }
        return cases;
    }

    /** Runs a case and throws what it throws. */
    void run(SpecCase.Body body) throws Exception {
        Future<?> future = executor.submit(() -> {
            body.run();
            return null;
        });
        try {
            future.get(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            switch (e.getCause()) {
                case Exception cause -> throw cause;
                case Error cause -> throw cause;
                case null, default -> throw e;
            }
        } catch (TimeoutException e) {
            Thread hanging = thread;
            String where = hanging == null ? CaseTime.UNKNOWN_PLACE : CaseTime.placeOf(hanging);
            giveUp();
            throw new HangingCaseException("The case did not end within " + limit.toSeconds() + " s; it stood at "
                    + where);
        } catch (InterruptedException e) {
            future.cancel(true);
            Thread.currentThread().interrupt();
            throw new SpecException("The run was interrupted", e);
        }
    }

    private void giveUp() throws InterruptedException {
        executor.shutdownNow();
        executor.awaitTermination(GRACE.toMillis(), TimeUnit.MILLISECONDS);
        executor = newExecutor();
        if (replaceable) {
            Formats left = formats;
            // Not waited for: what hangs may hang again when it is closed.
            Thread.ofPlatform().daemon().name("spec-left-behind").start(left::close);
            formats = source.get();
            current = null;
        } else {
            formats.recover();
        }
    }

    @Override
    public void close() {
        executor.shutdownNow();
        formats.close();
    }

    /** A case that did not end. */
    static final class HangingCaseException extends Exception {
        private static final long serialVersionUID = 1L;

        HangingCaseException(String message) {
            super(message);
        }
    }
}
