package dev.bowline.options;

/** Which state of a document to return from the methods that find and change one. */
public enum ReturnDocument {
    /** The document as it was before the change. This is the server's default. */
    BEFORE,
    /** The document as it is after the change. */
    AFTER
}
