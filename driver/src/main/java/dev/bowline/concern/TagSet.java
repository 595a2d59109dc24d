package dev.bowline.concern;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.bson.BsonDocument;
import org.bson.BsonString;

/**
 * Tags that a replica set member must carry to be chosen. The empty set matches every member, which is why it is often
 * the last of a list.
 *
 * @param tags names and values, in the order in which they were given
 */
public record TagSet(Map<String, String> tags) {
    private static final TagSet EMPTY = new TagSet(Map.of());

    /** Creates a set with a copy of these tags. */
    public TagSet {
        tags = Collections.unmodifiableMap(new LinkedHashMap<>(tags));
    }

    /** The set that matches every member. */
    public static TagSet empty() {
        return EMPTY;
    }

    /** Creates a set with one tag. */
    public static TagSet of(String name, String value) {
        return new TagSet(Map.of(name, value));
    }

    /** Another set, with this tag too. */
    public TagSet and(String name, String value) {
        LinkedHashMap<String, String> more = new LinkedHashMap<>(tags);
        more.put(name, value);
        return new TagSet(more);
    }

    /** Returns true if the set has no tags and so matches every member. */
    public boolean isEmpty() {
        return tags.isEmpty();
    }

    /** True if all these tags are among the given ones, with the same values. */
    public boolean matches(Map<String, String> memberTags) {
        for (Map.Entry<String, String> tag : tags.entrySet()) {
            if (!tag.getValue().equals(memberTags.get(tag.getKey()))) {
                return false;
            }
        }
        return true;
    }

    /** As it is sent to a server. */
    public BsonDocument toDocument() {
        BsonDocument document = new BsonDocument();
        tags.forEach((name, value) -> document.append(name, new BsonString(value)));
        return document;
    }

    @Override
    public String toString() {
        return tags.toString();
    }
}
