package dev.bowline.model;

/**
 * A variable and its value, for the {@code let} of a stage.
 *
 * @param name the name, without the {@code $$} by which expressions refer to it
 * @param value an aggregation expression or a constant
 */
public record Variable(String name, Object value) {}
