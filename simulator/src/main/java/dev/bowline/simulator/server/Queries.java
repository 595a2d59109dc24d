package dev.bowline.simulator.server;

import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.environment.Environment;
import dev.bowline.simulator.bson.Document;
import dev.bowline.simulator.expression.Budget;
import dev.bowline.simulator.expression.Collation;
import dev.bowline.simulator.expression.Evaluation;
import dev.bowline.simulator.expression.Expression;
import dev.bowline.simulator.expression.ExpressionParser;
import dev.bowline.simulator.expression.Scope;
import dev.bowline.simulator.query.FilterParser;
import dev.bowline.simulator.store.StoredCollection;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import org.bson.BsonTimestamp;
import org.jspecify.annotations.Nullable;

/**
 * What the query engine knows of a request: its variables, its clock, its collation, and when it must end. A cursor
 * keeps one for its life; the request that asks for the next batch then takes the place of the one before.
 */
final class Queries {
    /** How long a query may compute before it lets other threads of the server run. */
    private static final long SLICE_NANOS = TimeUnit.MILLISECONDS.toNanos(10);
    private static final long PAUSE_NANOS = TimeUnit.MICROSECONDS.toNanos(100);

    private final Instant now;
    private final @Nullable Document let;
    private final @Nullable Document collation;
    private final ExpressionParser expressions;
    private volatile Request request;
    /** When the query last gave up the processor. Used by one thread at a time; a race costs a pause at most. */
    private long runningSinceNanos;

    Queries(Request request) {
        this(request, Values.document(request.body, "let"), Values.document(request.body, "collation"));
    }

    Queries(Request request, @Nullable Document let, @Nullable Document collation) {
        this.request = request;
        this.runningSinceNanos = request.environment().nanoTime();
        this.let = let;
        this.collation = collation;
        this.now = Instant.ofEpochMilli(request.environment().currentTimeMillis());
        ExpressionParser plain = ExpressionParser.of(request.server.generation().wireVersion());
        if (let != null) {
            let.keySet().forEach(ExpressionParser::checkUserVariable);
        }
        this.expressions = let == null || let.isEmpty() ? plain : plain.with(let.keySet());
        // A bad collation is refused whether there are documents or not.
        Collation.parse(collation);
    }

    ExpressionParser expressions() {
        return expressions;
    }

    FilterParser filters() {
        return new FilterParser(expressions);
    }

    /** Lets another request, which asks for the next batch, answer for the time that is spent. */
    void continueWith(Request next) {
        request = next;
        runningSinceNanos = next.environment().nanoTime();
    }

    /** Whether strings compare as they do in a collection's index on _id. */
    boolean sameCollation(StoredCollection collection) {
        return collation == null || java.util.Objects.equals(Collation.parse(collation), collection.collation());
    }

    /** The variables of an evaluation over a collection, which has a say if the command brings no collation. */
    Scope scope(@Nullable StoredCollection collection) {
        Collation given = collation != null
                ? Collation.parse(collation)
                : collection == null ? null : collection.collation();
        Request first = request;
        Evaluation evaluation = Evaluation.at(now, given, () -> first.environment().random().nextDouble(),
                new Budget(this::check)).with(new BsonTimestamp(first.set().clusterTime()));
        Scope scope = Scope.of(evaluation, null);
        if (let != null) {
            Scope outer = scope;
            for (int i = 0; i < let.size(); i++) {
                Expression value = ExpressionParser.of(expressions.wireVersion()).parse(let.valueAt(i));
                scope = scope.with(let.nameAt(i), value.evaluate(outer));
            }
        }
        return scope;
    }

    /**
     * Gives up the processor once in a while: servers run on virtual threads, which are not interrupted by others. In
     * virtual time no time passes while a query is evaluated, so that it never happens there.
     */
    private void letOthersRun() {
        Environment environment = request.environment();
        long nanos = environment.nanoTime();
        if (nanos - runningSinceNanos > SLICE_NANOS) {
            environment.park(Deadline.afterNanos(environment, PAUSE_NANOS));
            runningSinceNanos = environment.nanoTime();
        }
    }

    private void check() {
        request.checkTime();
        letOthersRun();
        if (!request.connection.isOpen()) {
            throw new ClientConnection.CloseConnectionException();
        }
    }
}
