package dev.bowline.simulator.expression;

import dev.bowline.simulator.bson.Order;
import java.time.Instant;
import java.util.function.DoubleSupplier;
import org.bson.BsonTimestamp;
import org.jspecify.annotations.Nullable;

/**
 * What is the same throughout one command.
 *
 * @param order how values compare, which a collation changes
 * @param random the next random number between 0 and 1
 * @param budget what the command may still spend
 */
public record Evaluation(Instant now, BsonTimestamp clusterTime, Order order, @Nullable Collation collation,
        DoubleSupplier random, Budget budget) {
    private static final BsonTimestamp NO_TIME = new BsonTimestamp(0);

    /** An evaluation without a clock, for what has to be known while parsing. */
    public static final Evaluation CONSTANT = new Evaluation(Instant.EPOCH, NO_TIME, Order.BINARY, null, () -> 0,
            Budget.UNLIMITED);

    public static Evaluation at(Instant now, @Nullable Collation collation, DoubleSupplier random, Budget budget) {
        return new Evaluation(now, NO_TIME, Collation.order(collation), collation, random, budget);
    }

    public Evaluation with(BsonTimestamp time) {
        return new Evaluation(now, time, order, collation, random, budget);
    }
}
