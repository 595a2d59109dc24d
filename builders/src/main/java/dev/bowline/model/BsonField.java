package dev.bowline.model;

import org.bson.conversions.Bson;

/** A field and the document that is its value: an accumulator of {@link Accumulators}, most often. */
public record BsonField(String name, Bson value) {}
