package dev.bowline.options;

import dev.bowline.concern.ReadPreference;

/** Options of {@code runCommand}. */
public final class RunCommandOptions {
    private ReadPreference readPreference = ReadPreference.primary();

    /** Which servers may run the command; the primary unless set, whatever the database prefers. */
    public RunCommandOptions readPreference(ReadPreference readPreference) {
        this.readPreference = readPreference;
        return this;
    }

    /** Returns which servers may run the command, or {@code primary} if not set. */
    public ReadPreference readPreference() {
        return readPreference;
    }
}
