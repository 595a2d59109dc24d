package dev.bowline.sync;

import com.mongodb.ReadConcern;
import com.mongodb.ReadPreference;
import com.mongodb.TransactionOptions;
import com.mongodb.WriteConcern;
import dev.bowline.concern.ReadPreferenceMode;
import dev.bowline.concern.TagSet;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** Read preferences, read concerns, write concerns and what transactions make of them, as Bowline has them. */
final class Concerns {
    private Concerns() {}

    static dev.bowline.concern.ReadPreference ours(ReadPreference preference) {
        if (preference.equals(ReadPreference.primary())) {
            return dev.bowline.concern.ReadPreference.primary();
        }
        BsonDocument document = preference.toDocument();
        dev.bowline.concern.ReadPreference ours = dev.bowline.concern.ReadPreference.of(mode(preference));
        if (document.get("tags") instanceof BsonArray tags) {
            List<TagSet> sets = new ArrayList<>();
            for (BsonValue set : tags) {
                Map<String, String> pairs = new LinkedHashMap<>();
                set.asDocument().forEach((name, value) -> pairs.put(name, value.asString().getValue()));
                sets.add(new TagSet(pairs));
            }
            ours = ours.withTagSets(sets);
        }
        if (document.containsKey("maxStalenessSeconds")) {
            ours = ours.withMaxStaleness(Duration.ofSeconds(document.getNumber("maxStalenessSeconds").longValue()));
        }
        if (document.get("hedge") instanceof BsonDocument hedge && hedge.containsKey("enabled")) {
            ours = ours.withHedge(hedge.getBoolean("enabled").getValue());
        }
        return ours;
    }

    private static ReadPreferenceMode mode(ReadPreference preference) {
        for (ReadPreferenceMode mode : ReadPreferenceMode.values()) {
            if (mode.name().replace("_", "").toLowerCase(Locale.ROOT)
                    .equals(preference.getName().toLowerCase(Locale.ROOT))) {
                return mode;
            }
        }
        throw new IllegalArgumentException("There is no read preference " + preference.getName());
    }

    static dev.bowline.concern.ReadConcern ours(ReadConcern concern) {
        return concern.getLevel() == null
                ? dev.bowline.concern.ReadConcern.DEFAULT
                : dev.bowline.concern.ReadConcern.of(concern.getLevel().getValue());
    }

    static dev.bowline.concern.WriteConcern ours(WriteConcern concern) {
        dev.bowline.concern.WriteConcern ours = dev.bowline.concern.WriteConcern.DEFAULT;
        Object w = concern.getWObject();
        if (w instanceof Integer members) {
            ours = ours.withW(members);
        } else if (w instanceof String mode) {
            ours = ours.withW(mode);
        }
        Boolean journal = concern.getJournal();
        if (journal != null) {
            ours = ours.withJournal(journal);
        }
        Integer timeout = concern.getWTimeout(TimeUnit.MILLISECONDS);
        return timeout == null ? ours : ours.withTimeout(Duration.ofMillis(timeout));
    }

    static dev.bowline.options.TransactionOptions ours(TransactionOptions options) {
        dev.bowline.options.TransactionOptions ours = new dev.bowline.options.TransactionOptions();
        if (options.getReadConcern() != null) {
            ours.readConcern(ours(options.getReadConcern()));
        }
        if (options.getWriteConcern() != null) {
            ours.writeConcern(ours(options.getWriteConcern()));
        }
        if (options.getReadPreference() != null) {
            ours.readPreference(ours(options.getReadPreference()));
        }
        Long commit = options.getMaxCommitTime(TimeUnit.MILLISECONDS);
        if (commit != null) {
            ours.maxCommitTime(Duration.ofMillis(commit));
        }
        Duration timeout = millis(options.getTimeout(TimeUnit.MILLISECONDS));
        if (timeout != null) {
            ours.timeout(timeout);
        }
        return ours;
    }

    static @Nullable Duration millis(@Nullable Long millis) {
        return millis == null ? null : Duration.ofMillis(millis);
    }
}
