package dev.bowline.codec;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.util.List;
import org.bson.BsonReader;
import org.bson.BsonWriter;
import org.bson.codecs.DecoderContext;
import org.bson.codecs.EncoderContext;
import org.jspecify.annotations.Nullable;

/**
 * Makes and takes apart the records of one type.
 *
 * <p>A method handle is compiled into the code that calls it only where the compiler knows it for a constant, which a
 * field of an object is not. So {@link RecordTemplate}, whose handles are constants, is defined once more for every
 * record type, as a hidden class.
 */
abstract class RecordAccess {
    /** Makes the record that a frame has all components of. */
    abstract Object construct(RecordFrame frame) throws Throwable;

    /**
     * Reads the fields that come next, as long as they are those of the components in their order.
     *
     * @return the name of the first that is not, or null at the end of the document
     */
    abstract @Nullable String decode(RecordFrame frame, BsonReader reader, DecoderContext context) throws Throwable;

    abstract void encode(BsonWriter writer, Object record, EncoderContext context) throws Throwable;

    /**
     * @param constructor of type {@code (RecordFrame)Object}
     * @param decoder of type {@code (RecordFrame, BsonReader, DecoderContext)String}
     * @param encoder of type {@code (BsonWriter, Object, EncoderContext)void}
     */
    static RecordAccess of(MethodHandle constructor, MethodHandle decoder, MethodHandle encoder) {
        try {
            MethodHandles.Lookup hidden = MethodHandles.lookup().defineHiddenClassWithClassData(template(),
                    List.of(constructor, decoder, encoder), true);
            return (RecordAccess) hidden.lookupClass().getDeclaredConstructor().newInstance();
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("The template of records cannot be defined", e);
        }
    }

    private static byte[] template() {
        try (InputStream in = RecordAccess.class.getResourceAsStream("RecordTemplate.class")) {
            if (in == null) {
                throw new IllegalStateException("The class RecordTemplate is not where its neighbours are");
            }
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
