package dev.bowline.codec;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.util.List;
import org.bson.BsonReader;
import org.bson.BsonWriter;
import org.bson.codecs.DecoderContext;
import org.bson.codecs.EncoderContext;
import org.jspecify.annotations.Nullable;

/** Never used as it is: {@link RecordAccess} defines it anew for each type, with handles of its own. */
final class RecordTemplate extends RecordAccess {
    private static final MethodHandle CONSTRUCTOR = handle(0);
    private static final MethodHandle DECODER = handle(1);
    private static final MethodHandle ENCODER = handle(2);

    RecordTemplate() {}

    private static MethodHandle handle(int index) {
        try {
            List<?> handles = MethodHandles.classData(MethodHandles.lookup(), "_", List.class);
            return (MethodHandle) handles.get(index);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    Object construct(RecordFrame frame) throws Throwable {
        return (Object) CONSTRUCTOR.invokeExact(frame);
    }

    @Override
    @Nullable
    String decode(RecordFrame frame, BsonReader reader, DecoderContext context) throws Throwable {
        return (String) DECODER.invokeExact(frame, reader, context);
    }

    @Override
    void encode(BsonWriter writer, Object record, EncoderContext context) throws Throwable {
        ENCODER.invokeExact(writer, record, context);
    }
}
