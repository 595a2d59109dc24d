package dev.bowline.options;

/** Options of {@code rename}. */
public final class RenameOptions extends CommandOptions<RenameOptions> {
    /** Whether a collection that has the new name is dropped. */
    public RenameOptions dropTarget(boolean dropTarget) {
        return put("dropTarget", dropTarget);
    }
}
