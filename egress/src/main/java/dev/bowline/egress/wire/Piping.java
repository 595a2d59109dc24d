package dev.bowline.egress.wire;

import org.bson.BsonReader;
import org.bson.BsonType;
import org.bson.BsonWriter;

/** Copies values from any reader to any writer. */
final class Piping {
    private Piping() {}

    static void document(BsonReader reader, BsonWriter writer) {
        reader.readStartDocument();
        writer.writeStartDocument();
        for (BsonType type = reader.readBsonType(); type != BsonType.END_OF_DOCUMENT; type = reader.readBsonType()) {
            writer.writeName(reader.readName());
            value(reader, writer, type);
        }
        reader.readEndDocument();
        writer.writeEndDocument();
    }

    private static void array(BsonReader reader, BsonWriter writer) {
        reader.readStartArray();
        writer.writeStartArray();
        for (BsonType type = reader.readBsonType(); type != BsonType.END_OF_DOCUMENT; type = reader.readBsonType()) {
            value(reader, writer, type);
        }
        reader.readEndArray();
        writer.writeEndArray();
    }

    private static void value(BsonReader reader, BsonWriter writer, BsonType type) {
        switch (type) {
            case DOCUMENT -> document(reader, writer);
            case ARRAY -> array(reader, writer);
            case DOUBLE -> writer.writeDouble(reader.readDouble());
            case STRING -> writer.writeString(reader.readString());
            case BINARY -> writer.writeBinaryData(reader.readBinaryData());
            case UNDEFINED -> {
                reader.readUndefined();
                writer.writeUndefined();
            }
            case OBJECT_ID -> writer.writeObjectId(reader.readObjectId());
            case BOOLEAN -> writer.writeBoolean(reader.readBoolean());
            case DATE_TIME -> writer.writeDateTime(reader.readDateTime());
            case NULL -> {
                reader.readNull();
                writer.writeNull();
            }
            case REGULAR_EXPRESSION -> writer.writeRegularExpression(reader.readRegularExpression());
            case DB_POINTER -> writer.writeDBPointer(reader.readDBPointer());
            case JAVASCRIPT -> writer.writeJavaScript(reader.readJavaScript());
            case SYMBOL -> writer.writeSymbol(reader.readSymbol());
            case JAVASCRIPT_WITH_SCOPE -> {
                writer.writeJavaScriptWithScope(reader.readJavaScriptWithScope());
                document(reader, writer);
            }
            case INT32 -> writer.writeInt32(reader.readInt32());
            case TIMESTAMP -> writer.writeTimestamp(reader.readTimestamp());
            case INT64 -> writer.writeInt64(reader.readInt64());
            case DECIMAL128 -> writer.writeDecimal128(reader.readDecimal128());
            case MIN_KEY -> {
                reader.readMinKey();
                writer.writeMinKey();
            }
            case MAX_KEY -> {
                reader.readMaxKey();
                writer.writeMaxKey();
            }
            case END_OF_DOCUMENT -> throw new IllegalStateException("The end of a document is not a value");
        }
    }
}
