package dev.bowline.simulator.store;

import java.util.UUID;

/** A logical session: its id and the digest of the user it belongs to. */
public record SessionKey(UUID id, String user) {}
