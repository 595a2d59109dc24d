package dev.bowline.model;

import org.bson.conversions.Bson;

/**
 * A field and the document that is its value: an accumulator of {@link Accumulators}, most often.
 *
 * @param name the field that gets the result
 * @param value the accumulator, such as {@code {$sum: 1}}
 */
public record BsonField(String name, Bson value) {}
