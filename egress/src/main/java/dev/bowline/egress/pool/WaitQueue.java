package dev.bowline.egress.pool;

import org.jspecify.annotations.Nullable;

/** The callers that wait for a connection, the longest waiting first. Removal takes constant time. */
final class WaitQueue {
    private @Nullable Waiter head;
    private @Nullable Waiter tail;
    private int size;
    private long lastTicket;
    private long lastServed;

    void addLast(Waiter waiter) {
        waiter.ticket = ++lastTicket;
        waiter.previous = tail;
        if (tail == null) {
            head = waiter;
        } else {
            tail.next = waiter;
        }
        tail = waiter;
        size++;
    }

    @Nullable
    Waiter peekFirst() {
        return head;
    }

    @Nullable
    Waiter pollFirst() {
        Waiter first = head;
        if (first != null) {
            remove(first);
            assert first.ticket > lastServed : "Waiter " + first.ticket + " is served after " + lastServed;
            lastServed = first.ticket;
        }
        return first;
    }

    void remove(Waiter waiter) {
        Waiter before = waiter.previous;
        Waiter after = waiter.next;
        if (before == null) {
            head = after;
        } else {
            before.next = after;
        }
        if (after == null) {
            tail = before;
        } else {
            after.previous = before;
        }
        waiter.previous = null;
        waiter.next = null;
        size--;
    }

    boolean isEmpty() {
        return size == 0;
    }

    int size() {
        return size;
    }
}
