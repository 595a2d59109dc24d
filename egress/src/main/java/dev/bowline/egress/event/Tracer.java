package dev.bowline.egress.event;

import org.jspecify.annotations.Nullable;

/**
 * Turns what a client does into spans: transactions, in them operations, in them the commands of each attempt. A client
 * without a tracer pays nothing for it. Called on the threads that run the operations; must not throw.
 */
public interface Tracer {
    /** A transaction begins. It ends when it is committed or aborted. */
    Span transactionStarted();

    /**
     * An operation begins, before a server is selected for it.
     *
     * @param transaction the span of the transaction that it is part of, or null: then whatever is current on this
     *     thread
     */
    Span operationStarted(TracedOperation operation, @Nullable Span transaction);

    /** How many characters of the text of a command to record; 0 for none, which is the rule: it may hold data. */
    default int maxQueryTextLength() {
        return 0;
    }

    /** Something that has begun and will end. */
    interface Span {
        /** A command is about to be sent, as part of this operation. Attempts that follow each other each have one. */
        Span commandStarted(TracedCommand command);

        /** The command has opened a cursor. */
        default void cursorOpened(long cursorId) {}

        /** It has failed. Followed by {@link #ended}. */
        void failed(Throwable error);

        /** The span has ended. This is the last call for it, after a success as after {@link #failed}. */
        void ended();
    }
}
