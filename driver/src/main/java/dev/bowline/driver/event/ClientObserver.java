package dev.bowline.driver.event;

import dev.bowline.egress.event.ConnectionPoolListener;
import dev.bowline.egress.event.TracedOperation;
import dev.bowline.egress.event.Tracer;
import org.jspecify.annotations.Nullable;

/**
 * Sees what one client does while it is attached to it: changes of the deployment, events of the pools, and
 * operations with the commands of each attempt. Attach it with {@code MongoClient.addObserver}, at any time. It costs
 * nothing before and after.
 *
 * <p>Methods are called on the threads that do the work, of several operations at the same time: be quick. The
 * methods of operations must not throw. An observer gets no messages of server selection and no spans of transactions.
 */
public interface ClientObserver extends TopologyListener, ConnectionPoolListener, Tracer {
    /** Never called. */
    @Override
    default Span transactionStarted() {
        throw new UnsupportedOperationException("An observer gets no spans of transactions");
    }

    /**
     * An operation begins, before a server is selected for it.
     *
     * @param transaction always null
     */
    @Override
    Span operationStarted(TracedOperation operation, @Nullable Span transaction);
}
