package dev.bowline.model;

/** A variable and its value, for the {@code let} of a stage. */
public record Variable(String name, Object value) {}
