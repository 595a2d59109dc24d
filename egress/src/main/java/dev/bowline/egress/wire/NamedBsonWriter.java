package dev.bowline.egress.wire;

import org.bson.BsonBinary;
import org.bson.BsonDbPointer;
import org.bson.BsonRegularExpression;
import org.bson.BsonTimestamp;
import org.bson.BsonWriter;
import org.bson.types.Decimal128;
import org.bson.types.ObjectId;

/** The methods of a {@link BsonWriter} that write a name and a value: each is the two steps in turn. */
abstract class NamedBsonWriter implements BsonWriter {
    @Override
    public final void writeBinaryData(String name, BsonBinary binary) {
        writeName(name);
        writeBinaryData(binary);
    }

    @Override
    public final void writeBoolean(String name, boolean value) {
        writeName(name);
        writeBoolean(value);
    }

    @Override
    public final void writeDateTime(String name, long value) {
        writeName(name);
        writeDateTime(value);
    }

    @Override
    public final void writeDBPointer(String name, BsonDbPointer value) {
        writeName(name);
        writeDBPointer(value);
    }

    @Override
    public final void writeDouble(String name, double value) {
        writeName(name);
        writeDouble(value);
    }

    @Override
    public final void writeInt32(String name, int value) {
        writeName(name);
        writeInt32(value);
    }

    @Override
    public final void writeInt64(String name, long value) {
        writeName(name);
        writeInt64(value);
    }

    @Override
    public final void writeDecimal128(String name, Decimal128 value) {
        writeName(name);
        writeDecimal128(value);
    }

    @Override
    public final void writeJavaScript(String name, String code) {
        writeName(name);
        writeJavaScript(code);
    }

    @Override
    public final void writeJavaScriptWithScope(String name, String code) {
        writeName(name);
        writeJavaScriptWithScope(code);
    }

    @Override
    public final void writeMaxKey(String name) {
        writeName(name);
        writeMaxKey();
    }

    @Override
    public final void writeMinKey(String name) {
        writeName(name);
        writeMinKey();
    }

    @Override
    public final void writeNull(String name) {
        writeName(name);
        writeNull();
    }

    @Override
    public final void writeObjectId(String name, ObjectId objectId) {
        writeName(name);
        writeObjectId(objectId);
    }

    @Override
    public final void writeRegularExpression(String name, BsonRegularExpression regularExpression) {
        writeName(name);
        writeRegularExpression(regularExpression);
    }

    @Override
    public final void writeStartArray(String name) {
        writeName(name);
        writeStartArray();
    }

    @Override
    public final void writeStartDocument(String name) {
        writeName(name);
        writeStartDocument();
    }

    @Override
    public final void writeString(String name, String value) {
        writeName(name);
        writeString(value);
    }

    @Override
    public final void writeSymbol(String name, String value) {
        writeName(name);
        writeSymbol(value);
    }

    @Override
    public final void writeTimestamp(String name, BsonTimestamp value) {
        writeName(name);
        writeTimestamp(value);
    }

    @Override
    public final void writeUndefined(String name) {
        writeName(name);
        writeUndefined();
    }
}
