package dev.bowline.simulator.server;

/** What a server is to its clients. */
public enum ServerKind {
    STANDALONE, REPLICA_SET_MEMBER, ROUTER
}
