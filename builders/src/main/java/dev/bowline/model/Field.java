package dev.bowline.model;

/**
 * A field and the aggregation expression that computes it; see {@link Aggregates#addFields} and {@link Aggregates#set}.
 *
 * @param name the path of the field, with dots for nested fields
 * @param value an aggregation expression or a constant
 */
public record Field(String name, Object value) {}
