package dev.bowline.simulator.server;

import dev.bowline.simulator.bson.Document;
import dev.bowline.simulator.bson.DocumentDecoder;
import dev.bowline.simulator.bson.DocumentEncoder;
import org.bson.BsonBinaryWriter;
import org.bson.BsonDocument;
import org.bson.RawBsonDocument;
import org.bson.codecs.BsonDocumentCodec;
import org.bson.codecs.EncoderContext;
import org.bson.io.BasicOutputBuffer;

/** Between the query engine's documents and those of the bson library, which the simulator's users see. */
final class BsonDocuments {
    private BsonDocuments() {}

    static Document toEngine(BsonDocument document) {
        BasicOutputBuffer buffer = new BasicOutputBuffer();
        try (BsonBinaryWriter writer = new BsonBinaryWriter(buffer)) {
            new BsonDocumentCodec().encode(writer, document, EncoderContext.builder().build());
        }
        return DocumentDecoder.decode(buffer.toByteArray());
    }

    static BsonDocument fromEngine(Document document) {
        return new RawBsonDocument(DocumentEncoder.encode(document));
    }
}
