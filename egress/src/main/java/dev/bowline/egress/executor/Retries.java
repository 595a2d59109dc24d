package dev.bowline.egress.executor;

import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.environment.Environment;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The attempts of one command under a {@link RetryStrategy}. Each attempt and each pause is a future of the executor.
 */
final class Retries {
    private final BaseExecutor executor;
    private final Environment environment;
    private final RemoteCommandRequest request;
    private final RetryStrategy strategy;
    private final Deadline deadline;
    /** Attempts made so far. Only for the thread of the last attempt or pause, one after the other. */
    private int attempts;
    private volatile @Nullable CompletableFuture<?> current;
    private final BreakableFuture<RemoteCommandResponse> result;

    Retries(BaseExecutor executor, RemoteCommandRequest request, RetryStrategy strategy) {
        this.executor = executor;
        this.environment = executor.environment();
        this.request = request;
        this.strategy = strategy;
        this.deadline = RemoteExchange.deadline(environment, request);
        this.result = new BreakableFuture<>() {
            @Override
            void breakOff() {
                cancelCurrent();
            }
        };
    }

    CompletableFuture<RemoteCommandResponse> start() {
        attempt();
        return result;
    }

    private void attempt() {
        RemoteCommandRequest limited = deadline.isNever()
                ? request
                : request.withTimeout(Duration.ofNanos(Math.max(1, deadline.remainingNanos(environment))));
        attempts++;
        follow(executor.run(limited)).whenComplete((response, failure) -> {
            if (response != null) {
                attempted(response);
            } else if (failure instanceof RemoteCommandException known) {
                attempted(RemoteCommandResponse.failed(request.targets().get(0), known.status(), Duration.ZERO));
            } else {
                result.fail(failure);
            }
        });
    }

    private void attempted(RemoteCommandResponse response) {
        try {
            Optional<Duration> pause = response.isCommandOk()
                    ? Optional.empty()
                    : strategy.pauseAfter(attempts, response, environment.random());
            boolean inTime = pause.isPresent() && !result.isDone()
                    && deadline.remainingNanos(environment) > pause.get().toNanos();
            if (!inTime) {
                settle(response);
                return;
            }
            follow(executor.after(pause.orElseThrow())).whenComplete((status, failure) -> {
                if (failure == null) {
                    again();
                } else {
                    result.fail(failure);
                }
            });
        } catch (RuntimeException | Error e) {
            // Most likely from the strategy, which is the caller's.
            result.fail(e);
        }
    }

    private void settle(RemoteCommandResponse response) {
        if (response.isOk()) {
            result.succeed(response);
        } else {
            result.fail(new RemoteCommandException(response.status()));
        }
    }

    private void again() {
        try {
            attempt();
        } catch (RuntimeException | Error e) {
            result.fail(e);
        }
    }

    private <T> CompletableFuture<T> follow(CompletableFuture<T> next) {
        current = next;
        if (result.isDone()) {
            next.cancel(true);
        }
        return next;
    }

    private void cancelCurrent() {
        CompletableFuture<?> running = current;
        if (running != null) {
            running.cancel(true);
        }
    }
}
