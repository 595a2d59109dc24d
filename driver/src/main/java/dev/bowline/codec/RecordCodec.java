package dev.bowline.codec;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.List;
import org.bson.BsonReader;
import org.bson.BsonType;
import org.bson.BsonWriter;
import org.bson.codecs.Codec;
import org.bson.codecs.DecoderContext;
import org.bson.codecs.EncoderContext;
import org.bson.codecs.configuration.CodecConfigurationException;
import org.bson.codecs.configuration.CodecRegistry;
import org.jspecify.annotations.Nullable;

/** Maps one record type. Fields in the document that the record does not have are passed over. */
final class RecordCodec<T> implements Codec<T> {
    private final Class<T> type;
    private final RecordComponentMapping[] components;
    private final MethodHandle constructor;
    /** Made when first needed, because it needs the codecs of the components. Two threads may both make one. */
    private volatile @Nullable RecordAccess access;

    RecordCodec(Class<T> type, List<Type> typeArguments, CodecRegistry registry) {
        this.type = type;
        RecordComponent[] declared = type.getRecordComponents();
        Class<?>[] types = Arrays.stream(declared).map(RecordComponent::getType).toArray(Class<?>[]::new);
        MethodHandles.Lookup lookup = lookup(type);
        try {
            Constructor<T> canonical = type.getDeclaredConstructor(types);
            constructor = lookup.unreflectConstructor(canonical).asSpreader(Object[].class, types.length)
                    .asType(MethodType.methodType(Object.class, Object[].class));
            components = new RecordComponentMapping[declared.length];
            for (int i = 0; i < declared.length; i++) {
                components[i] = new RecordComponentMapping(type, declared[i], canonical, i, typeArguments, registry,
                        lookup);
            }
        } catch (ReflectiveOperationException e) {
            throw new CodecConfigurationException("The canonical constructor of " + type.getName()
                    + " is not accessible: open its package to the module dev.bowline.driver", e);
        }
        for (int i = 0; i < components.length; i++) {
            for (int j = 0; j < i; j++) {
                if (components[i].name().equals(components[j].name())) {
                    throw new CodecConfigurationException("The components " + components[j].description() + " and "
                            + components[i].description() + " both map to the field '" + components[i].name() + "'");
                }
            }
        }
    }

    @Override
    public void encode(BsonWriter writer, T value, EncoderContext context) {
        writer.writeStartDocument();
        encodeComponents(writer, value, context);
        writer.writeEndDocument();
    }

    void encodeComponents(BsonWriter writer, T value, EncoderContext context) {
        try {
            access().encode(writer, value, context);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new CodecConfigurationException("An accessor of " + type.getName() + " failed", e);
        }
    }

    private RecordAccess access() {
        RecordAccess known = access;
        if (known == null) {
            MethodHandle encoder = MethodHandles.empty(RecordComponentMapping.ENCODER);
            for (RecordComponentMapping component : components) {
                // First what there is so far, then this component.
                encoder = MethodHandles.foldArguments(component.encoder(), encoder);
            }
            known = RecordAccess.of(constructor, encoder);
            access = known;
        }
        return known;
    }

    @Override
    public T decode(BsonReader reader, DecoderContext context) {
        @Nullable
        Object[] values = new @Nullable Object[components.length];
        long seen = 0;
        boolean[] manySeen = components.length > Long.SIZE ? new boolean[components.length] : NONE;
        int expected = 0;
        reader.readStartDocument();
        while (reader.readBsonType() != BsonType.END_OF_DOCUMENT) {
            int index = indexOf(reader.readName(), expected);
            if (index < 0 || components[index].isIgnored()) {
                reader.skipValue();
                continue;
            }
            values[index] = components[index].decode(reader, context);
            expected = index + 1;
            if (manySeen.length > 0) {
                manySeen[index] = true;
            } else {
                seen |= 1L << index;
            }
        }
        reader.readEndDocument();
        for (int i = 0; i < components.length; i++) {
            boolean present = manySeen.length > 0 ? manySeen[i] : (seen & 1L << i) != 0;
            if (!present) {
                values[i] = components[i].absent();
            }
        }
        return construct(values);
    }

    private static final boolean[] NONE = {};

    /** Fields usually come in the order of the components, so the one after the last is tried first. */
    private int indexOf(String name, int expected) {
        if (expected < components.length && components[expected].name().equals(name)) {
            return expected;
        }
        for (int i = 0; i < components.length; i++) {
            if (components[i].name().equals(name)) {
                return i;
            }
        }
        return -1;
    }

    @SuppressWarnings("unchecked")
    private T construct(@Nullable Object[] values) {
        try {
            return (T) access().construct(values);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new CodecConfigurationException("The constructor of " + type.getName() + " failed", e);
        }
    }

    @Override
    public Class<T> getEncoderClass() {
        return type;
    }

    private static MethodHandles.Lookup lookup(Class<?> type) {
        try {
            RecordCodec.class.getModule().addReads(type.getModule());
            return MethodHandles.privateLookupIn(type, MethodHandles.lookup());
        } catch (IllegalAccessException e) {
            throw new CodecConfigurationException(
                    "The record " + type.getName() + " is not accessible: open the package "
                            + type.getPackageName() + " to the module dev.bowline.driver",
                    e);
        }
    }
}
