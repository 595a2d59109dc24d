package dev.bowline.conformance.unified;

import org.bson.BsonDocument;

/** A session, with its id kept for expectations that come after its end. */
record SessionEntity(BsonDocument id) {}
