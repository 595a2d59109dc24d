package dev.bowline.model;

import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.codecs.configuration.CodecRegistry;
import org.bson.conversions.Bson;

/** A document with more elements at the end of one of its arrays, which may not be there yet. */
record Appended(Bson document, String array, List<Bson> elements) implements Bson {
    @Override
    public <T> BsonDocument toBsonDocument(Class<T> documentClass, CodecRegistry codecs) {
        BsonDocument rendered = document.toBsonDocument(documentClass, codecs);
        BsonArray all = new BsonArray(rendered.getArray(array, new BsonArray()));
        elements.forEach(element -> all.add(element.toBsonDocument(documentClass, codecs)));
        // Another document, as the one before may be the user's own.
        return rendered.clone().append(array, all);
    }
}
