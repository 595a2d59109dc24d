package dev.bowline.egress.wire;

import org.bson.BsonBinary;
import org.bson.BsonDbPointer;
import org.bson.BsonReader;
import org.bson.BsonRegularExpression;
import org.bson.BsonTimestamp;
import org.bson.types.Decimal128;
import org.bson.types.ObjectId;

/** The methods of a {@link BsonReader} that expect a name and read a value: each is the two steps in turn. */
abstract class NamedBsonReader implements BsonReader {
    @Override
    public final BsonBinary readBinaryData(String name) {
        readName(name);
        return readBinaryData();
    }

    @Override
    public final boolean readBoolean(String name) {
        readName(name);
        return readBoolean();
    }

    @Override
    public final long readDateTime(String name) {
        readName(name);
        return readDateTime();
    }

    @Override
    public final double readDouble(String name) {
        readName(name);
        return readDouble();
    }

    @Override
    public final int readInt32(String name) {
        readName(name);
        return readInt32();
    }

    @Override
    public final long readInt64(String name) {
        readName(name);
        return readInt64();
    }

    @Override
    public final Decimal128 readDecimal128(String name) {
        readName(name);
        return readDecimal128();
    }

    @Override
    public final String readJavaScript(String name) {
        readName(name);
        return readJavaScript();
    }

    @Override
    public final String readJavaScriptWithScope(String name) {
        readName(name);
        return readJavaScriptWithScope();
    }

    @Override
    public final void readMaxKey(String name) {
        readName(name);
        readMaxKey();
    }

    @Override
    public final void readMinKey(String name) {
        readName(name);
        readMinKey();
    }

    @Override
    public final void readNull(String name) {
        readName(name);
        readNull();
    }

    @Override
    public final ObjectId readObjectId(String name) {
        readName(name);
        return readObjectId();
    }

    @Override
    public final BsonRegularExpression readRegularExpression(String name) {
        readName(name);
        return readRegularExpression();
    }

    @Override
    public final BsonDbPointer readDBPointer(String name) {
        readName(name);
        return readDBPointer();
    }

    @Override
    public final String readString(String name) {
        readName(name);
        return readString();
    }

    @Override
    public final String readSymbol(String name) {
        readName(name);
        return readSymbol();
    }

    @Override
    public final BsonTimestamp readTimestamp(String name) {
        readName(name);
        return readTimestamp();
    }

    @Override
    public final void readUndefined(String name) {
        readName(name);
        readUndefined();
    }
}
