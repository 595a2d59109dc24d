package dev.bowline.conformance.unified;

import dev.bowline.concern.ReadConcern;
import dev.bowline.concern.ReadPreference;
import dev.bowline.concern.ReadPreferenceMode;
import dev.bowline.concern.TagSet;
import dev.bowline.concern.WriteConcern;
import dev.bowline.conformance.match.MismatchException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** Concerns and read preferences as the format writes them. */
public final class Concerns {
    private Concerns() {}

    static ReadConcern read(BsonValue value) {
        BsonDocument document = value.asDocument();
        return document.containsKey("level")
                ? ReadConcern.of(document.getString("level").getValue())
                : ReadConcern.DEFAULT;
    }

    public static WriteConcern write(BsonValue value) {
        BsonDocument document = value.asDocument();
        WriteConcern concern = WriteConcern.DEFAULT;
        for (String key : document.keySet()) {
            concern = switch (key) {
                case "w" -> document.isString(key)
                        ? concern.withW(document.getString(key).getValue())
                        : concern.withW(document.getNumber(key).intValue());
                case "journal" -> concern.withJournal(document.getBoolean(key).getValue());
                case "wtimeoutMS" -> concern.withTimeout(Duration.ofMillis(document.getNumber(key).longValue()));
                default -> throw new MismatchException("There is no part \"" + key + "\" of a write concern");
            };
        }
        return concern;
    }

    static ReadPreference preference(BsonValue value) {
        BsonDocument document = value.asDocument();
        ReadPreference preference = ReadPreference.of(mode(document.getString("mode").getValue()));
        for (String key : document.keySet()) {
            preference = switch (key) {
                case "mode" -> preference;
                case "tagSets" -> preference.withTagSets(tagSets(document.getArray(key)));
                case "maxStalenessSeconds" ->
                    preference.withMaxStaleness(Duration.ofSeconds(document.getNumber(key).longValue()));
                case "hedge" -> preference.withHedge(document.getDocument(key).getBoolean("enabled").getValue());
                default -> throw new MismatchException("There is no part \"" + key + "\" of a read preference");
            };
        }
        return preference;
    }

    private static List<TagSet> tagSets(BsonArray sets) {
        List<TagSet> tagSets = new ArrayList<>();
        for (BsonValue set : sets) {
            TagSet tagSet = TagSet.empty();
            for (Map.Entry<String, BsonValue> tag : set.asDocument().entrySet()) {
                tagSet = tagSet.and(tag.getKey(), tag.getValue().asString().getValue());
            }
            tagSets.add(tagSet);
        }
        return tagSets;
    }

    private static ReadPreferenceMode mode(String name) {
        for (ReadPreferenceMode mode : ReadPreferenceMode.values()) {
            if (mode.wireName().equalsIgnoreCase(name)) {
                return mode;
            }
        }
        throw new MismatchException("There is no read preference mode \"" + name + "\"");
    }
}
