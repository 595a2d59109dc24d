package dev.bowline.conformance.match;

import java.util.List;
import org.bson.BsonDocument;

/** A span that a client made, with those nested in it in the order in which they began. */
public record ObservedSpan(String name, BsonDocument attributes, List<ObservedSpan> nested) {}
