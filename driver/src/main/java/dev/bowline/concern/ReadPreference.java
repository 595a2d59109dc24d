package dev.bowline.concern;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.jspecify.annotations.Nullable;

/**
 * Says which members of a replica set may serve a read, and how far behind they may be. Immutable; each {@code with}
 * method yields another value.
 *
 * <p>The shortest max staleness that works depends on the client's heartbeat frequency, so it is checked when a server
 * is selected and not here.
 */
public final class ReadPreference {
    private static final ReadPreference PRIMARY = plain(ReadPreferenceMode.PRIMARY);
    private static final ReadPreference PRIMARY_PREFERRED = plain(ReadPreferenceMode.PRIMARY_PREFERRED);
    private static final ReadPreference SECONDARY = plain(ReadPreferenceMode.SECONDARY);
    private static final ReadPreference SECONDARY_PREFERRED = plain(ReadPreferenceMode.SECONDARY_PREFERRED);
    private static final ReadPreference NEAREST = plain(ReadPreferenceMode.NEAREST);

    private final ReadPreferenceMode mode;
    private final List<TagSet> tagSets;
    private final @Nullable Duration maxStaleness;
    private final @Nullable Boolean hedge;
    private final int hash;

    private ReadPreference(ReadPreferenceMode mode, List<TagSet> tagSets, @Nullable Duration maxStaleness,
            @Nullable Boolean hedge) {
        this.mode = mode;
        this.tagSets = List.copyOf(tagSets);
        this.maxStaleness = maxStaleness;
        this.hedge = hedge;
        this.hash = Objects.hash(mode.wireName(), this.tagSets, maxStaleness, hedge);
    }

    /** Returns the preference for the primary and no other member. This is the default. */
    public static ReadPreference primary() {
        return PRIMARY;
    }

    /** Returns the preference for the primary, or a secondary while no primary is known. */
    public static ReadPreference primaryPreferred() {
        return PRIMARY_PREFERRED;
    }

    /** Returns the preference for secondaries and no other member. */
    public static ReadPreference secondary() {
        return SECONDARY;
    }

    /** Returns the preference for a secondary, or the primary while no secondary is suitable. */
    public static ReadPreference secondaryPreferred() {
        return SECONDARY_PREFERRED;
    }

    /** Returns the preference for any member within the latency window, primary or secondary. */
    public static ReadPreference nearest() {
        return NEAREST;
    }

    /** The preference of this mode, with neither tags nor max staleness. */
    public static ReadPreference of(ReadPreferenceMode mode) {
        return switch (mode) {
            case PRIMARY -> PRIMARY;
            case PRIMARY_PREFERRED -> PRIMARY_PREFERRED;
            case SECONDARY -> SECONDARY;
            case SECONDARY_PREFERRED -> SECONDARY_PREFERRED;
            case NEAREST -> NEAREST;
        };
    }

    private static ReadPreference plain(ReadPreferenceMode mode) {
        return new ReadPreference(mode, List.of(), null, null);
    }

    /** With tag sets, tried in order until one matches a member. */
    public ReadPreference withTagSets(List<TagSet> tagSets) {
        boolean allEmpty = tagSets.stream().allMatch(TagSet::isEmpty);
        if (mode == ReadPreferenceMode.PRIMARY && !allEmpty) {
            throw new IllegalArgumentException("The read preference 'primary' cannot be combined with tag sets");
        }
        return new ReadPreference(mode, tagSets, maxStaleness, hedge);
    }

    /** With tag sets, tried in order until one matches a member. */
    public ReadPreference withTagSets(TagSet... tagSets) {
        return withTagSets(List.of(tagSets));
    }

    /** With a limit, of whole seconds, on how far a secondary may lag behind. */
    public ReadPreference withMaxStaleness(Duration maxStaleness) {
        if (mode == ReadPreferenceMode.PRIMARY) {
            throw new IllegalArgumentException("The read preference 'primary' cannot be combined with max staleness");
        }
        if (maxStaleness.toSeconds() < 1) {
            throw new IllegalArgumentException(
                    "The max staleness of a read preference is " + maxStaleness + ", not at least one second");
        }
        return new ReadPreference(mode, tagSets, Duration.ofSeconds(maxStaleness.toSeconds()), hedge);
    }

    /** With hedged reads of sharded clusters switched on or off. Servers from 8.0 on ignore it. */
    public ReadPreference withHedge(boolean enabled) {
        if (mode == ReadPreferenceMode.PRIMARY) {
            throw new IllegalArgumentException("The read preference 'primary' cannot be combined with hedged reads");
        }
        return new ReadPreference(mode, tagSets, maxStaleness, enabled);
    }

    /** Returns which types of members may serve the read. */
    public ReadPreferenceMode mode() {
        return mode;
    }

    /** Empty if any member of the right type will do. */
    public List<TagSet> tagSets() {
        return tagSets;
    }

    /** Returns how far a secondary may lag behind, or empty if not set. There is then no limit. */
    public Optional<Duration> maxStaleness() {
        return Optional.ofNullable(maxStaleness);
    }

    /**
     * Returns whether hedged reads are on, or empty if not set. The driver then sends nothing and the server decides.
     */
    public Optional<Boolean> hedge() {
        return Optional.ofNullable(hedge);
    }

    /** Returns true if only the primary may serve the read. */
    public boolean isPrimary() {
        return mode == ReadPreferenceMode.PRIMARY;
    }

    /** True if a secondary may serve the read. */
    public boolean isSecondaryOk() {
        return mode != ReadPreferenceMode.PRIMARY;
    }

    /** As it is sent to a server in {@code $readPreference}. */
    public BsonDocument toDocument() {
        BsonDocument document = new BsonDocument("mode", new BsonString(mode.wireName()));
        if (!tagSets.isEmpty()) {
            BsonArray tags = new BsonArray(tagSets.size());
            tagSets.forEach(tagSet -> tags.add(tagSet.toDocument()));
            document.append("tags", tags);
        }
        if (maxStaleness != null) {
            document.append("maxStalenessSeconds", new BsonInt64(maxStaleness.toSeconds()));
        }
        if (hedge != null) {
            document.append("hedge", new BsonDocument("enabled", BsonBoolean.valueOf(hedge)));
        }
        return document;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other || (other instanceof ReadPreference that && hash == that.hash && mode == that.mode
                && tagSets.equals(that.tagSets) && Objects.equals(maxStaleness, that.maxStaleness)
                && Objects.equals(hedge, that.hedge));
    }

    @Override
    public int hashCode() {
        return hash;
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(mode.wireName());
        if (!tagSets.isEmpty()) {
            text.append(", tags ").append(tagSets);
        }
        if (maxStaleness != null) {
            text.append(", max staleness ").append(maxStaleness.toSeconds()).append(" s");
        }
        if (hedge != null) {
            text.append(hedge ? ", hedged" : ", not hedged");
        }
        return text.toString();
    }
}
