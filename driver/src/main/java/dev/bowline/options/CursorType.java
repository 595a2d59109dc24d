package dev.bowline.options;

/** What a cursor does at the end of its documents. */
public enum CursorType {
    /** It ends. */
    NON_TAILABLE,
    /** On a capped collection: it stays open, and may be asked again for documents that came later. */
    TAILABLE,
    /** As tailable, and the server waits a while for new documents before it answers with none. */
    TAILABLE_AWAIT;

    /** Returns true if the cursor stays open after its last document. */
    public boolean isTailable() {
        return this != NON_TAILABLE;
    }
}
