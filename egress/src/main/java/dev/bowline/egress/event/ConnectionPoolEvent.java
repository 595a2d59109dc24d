package dev.bowline.egress.event;

import dev.bowline.egress.environment.ServerAddress;

/** Something that happened in the pool of one server: the events of Connection Monitoring and Pooling. */
public sealed interface ConnectionPoolEvent
        permits ConnectionPoolCreatedEvent, ConnectionPoolReadyEvent, ConnectionPoolClearedEvent,
        ConnectionPoolClosedEvent, ConnectionCreatedEvent, ConnectionReadyEvent,
        ConnectionClosedEvent, ConnectionCheckOutStartedEvent, ConnectionCheckOutFailedEvent,
        ConnectionCheckedOutEvent, ConnectionCheckedInEvent {
    /** The server that the pool is for. */
    ServerAddress address();
}
