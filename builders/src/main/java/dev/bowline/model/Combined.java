package dev.bowline.model;

import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.bson.codecs.configuration.CodecRegistry;
import org.bson.conversions.Bson;

/** Several documents made into one. */
record Combined(List<? extends Bson> parts, Repetition repetition) implements Bson {
    /** What becomes of a name that comes again. */
    enum Repetition {
        /** The later value takes the earlier place, as suits sorts and index keys. */
        KEEPS_ITS_PLACE,
        /** The later value comes at the later place, as suits projections. */
        MOVES,
        /** The fields under the same operator come together, as suits updates. */
        MERGES
    }

    Combined {
        parts = List.copyOf(parts);
    }

    @Override
    public <T> BsonDocument toBsonDocument(Class<T> documentClass, CodecRegistry codecs) {
        BsonDocument combined = new BsonDocument();
        for (Bson part : parts) {
            part.toBsonDocument(documentClass, codecs).forEach((name, value) -> add(combined, name, value));
        }
        return combined;
    }

    private void add(BsonDocument combined, String name, BsonValue value) {
        switch (repetition) {
            case KEEPS_ITS_PLACE -> combined.put(name, value);
            case MOVES -> {
                combined.remove(name);
                combined.put(name, value);
            }
            case MERGES -> {
                BsonValue before = combined.get(name);
                if (before != null && before.isDocument() && value.isDocument()) {
                    BsonDocument fields = before.asDocument().clone();
                    fields.putAll(value.asDocument());
                    combined.put(name, fields);
                } else {
                    combined.put(name, value);
                }
            }
        }
    }

    @Override
    public String toString() {
        return parts.toString();
    }
}
