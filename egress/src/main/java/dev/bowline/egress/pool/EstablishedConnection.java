package dev.bowline.egress.pool;

import org.bson.BsonDocument;

/**
 * A connection whose handshake, and authentication if there is any, has succeeded.
 *
 * @param pool the pool that it is for
 * @param generation the generation of the pool that it belongs to
 * @param startNanos when its establishment began: its hello was sent after that
 * @param hello the server's reply to its hello
 */
public record EstablishedConnection(HostPool pool, long generation, long startNanos, BsonDocument hello) {}
