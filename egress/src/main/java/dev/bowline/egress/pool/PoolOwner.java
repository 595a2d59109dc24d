package dev.bowline.egress.pool;

/** Decides what an error means for a pool: a topology, or an executor's pool of pools. */
@FunctionalInterface
public interface PoolOwner {
    /** An owner that ignores errors. */
    PoolOwner NONE = failure -> {};

    /**
     * A connection could not be established, by a caller or in the background. Called without the pool's lock, and
     * before the connection leaves the pool, so that the events are seen in the order pool cleared, connection closed,
     * check-out failed.
     */
    void establishmentFailed(EstablishmentFailure failure);

    /**
     * A connection has been established, by a caller or in the background, and its handshake says what the server is
     * now. Called without the pool's lock, before the connection is used.
     */
    default void established(EstablishedConnection established) {}

    /**
     * A connection that the pool made or refreshed in the background is available now, or gone. Called without the
     * pool's lock.
     */
    default void settled(HostPool pool) {}
}
