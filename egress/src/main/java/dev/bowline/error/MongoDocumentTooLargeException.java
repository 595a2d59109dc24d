package dev.bowline.error;

/** A document is larger than the server accepts. It was not sent. */
public final class MongoDocumentTooLargeException extends MongoClientException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param bytes the size of the document
     * @param maxBytes the largest size that the server accepts
     */
    public MongoDocumentTooLargeException(int bytes, int maxBytes) {
        super("A document of " + bytes + " bytes is larger than the " + maxBytes + " bytes the server accepts");
    }
}
