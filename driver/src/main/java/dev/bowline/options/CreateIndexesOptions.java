package dev.bowline.options;

import java.time.Duration;

/** Options of {@code createIndex} and {@code createIndexes} that concern the command, not an index. */
public final class CreateIndexesOptions extends CommandOptions<CreateIndexesOptions> {
    /** How long the server may take. Not used where there is a timeout. */
    public CreateIndexesOptions maxTime(Duration maxTime) {
        return limitTime(maxTime);
    }

    /** How many members must be ready: {@code votingMembers}, {@code majority} or a tag. */
    public CreateIndexesOptions commitQuorum(String commitQuorum) {
        return put("commitQuorum", commitQuorum);
    }

    /** How many members must be ready. */
    public CreateIndexesOptions commitQuorum(int members) {
        return put("commitQuorum", members);
    }
}
