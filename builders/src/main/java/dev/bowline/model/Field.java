package dev.bowline.model;

/** A field and the aggregation expression that computes it; see {@link Aggregates#addFields} and {@link Aggregates#set}. */
public record Field(String name, Object value) {}
