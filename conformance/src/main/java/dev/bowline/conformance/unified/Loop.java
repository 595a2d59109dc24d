package dev.bowline.conformance.unified;

import dev.bowline.conformance.CaseTime;
import dev.bowline.conformance.SkippedException;
import dev.bowline.conformance.format.Documents;
import dev.bowline.conformance.format.Operation;
import dev.bowline.conformance.match.MismatchException;
import java.time.Duration;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** Runs operations again and again for a while, and keeps what went wrong. */
final class Loop {
    private static final double MILLIS_PER_SECOND = 1000;
    /** No other process asks a loop to stop. */
    private static final Duration LIMIT = Duration.ofSeconds(Integer.getInteger("bowline.spec.loop-seconds", 10));

    private final Entities entities;
    private final OperationRunner runner;
    private final CaseTime time;

    Loop(Entities entities, OperationRunner runner, CaseTime time) {
        this.entities = entities;
        this.runner = runner;
        this.time = time;
    }

    void run(BsonDocument args) {
        List<Operation> operations = Options.documents(args.getArray("operations")).stream().map(Operation::of)
                .toList();
        String errors = Documents.string(args, "storeErrorsAsEntity");
        String failures = Documents.string(args, "storeFailuresAsEntity");
        String errorsTo = errors == null ? failures : errors;
        String failuresTo = failures == null ? errors : failures;
        prepareArray(errors);
        prepareArray(failures);
        Counter iterations = new Counter(Documents.string(args, "storeIterationsAsEntity"));
        Counter successes = new Counter(Documents.string(args, "storeSuccessesAsEntity"));
        long end = time.nanoTime() + LIMIT.toNanos();
        while (time.nanoTime() - end < 0 && !Thread.currentThread().isInterrupted()) {
            long start = time.nanoTime();
            try {
                for (Operation operation : operations) {
                    runner.run(operation);
                    successes.increment();
                }
            } catch (MismatchException e) {
                store(failuresTo, e);
            } catch (SkippedException e) {
                throw e;
            } catch (RuntimeException e) {
                store(errorsTo, e);
            }
            iterations.increment();
            if (time.nanoTime() == start) {
                // Operations that take no virtual time would go on for ever.
                time.sleep(1);
            }
        }
    }

    private void prepareArray(@Nullable String entity) {
        if (entity == null) {
            return;
        }
        if (entities.find(entity) == null) {
            entities.add(entity, new BsonArray());
        }
        entities.get(entity, BsonArray.class);
    }

    private void store(@Nullable String entity, RuntimeException failure) {
        if (entity == null) {
            throw failure;
        }
        entities.get(entity, BsonArray.class).add(new BsonDocument("error", new BsonString(failure.toString()))
                .append("time", new BsonDouble(System.currentTimeMillis() / MILLIS_PER_SECOND)));
    }

    /** A number that is kept in an entity, if the test names one. */
    private final class Counter {
        private final @Nullable String entity;
        private long value;

        Counter(@Nullable String entity) {
            this.entity = entity;
            if (entity != null) {
                entities.add(entity, number());
            }
        }

        void increment() {
            value++;
            if (entity != null) {
                entities.put(entity, number());
            }
        }

        private BsonValue number() {
            return new BsonInt64(value);
        }
    }
}
