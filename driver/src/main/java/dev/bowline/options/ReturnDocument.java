package dev.bowline.options;

/** Which state of a document to return from the methods that find and change one. */
public enum ReturnDocument {
    BEFORE,
    AFTER
}
