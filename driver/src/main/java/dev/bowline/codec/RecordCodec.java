package dev.bowline.codec;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonDocumentWriter;
import org.bson.BsonNull;
import org.bson.BsonReader;
import org.bson.BsonValue;
import org.bson.BsonWriter;
import org.bson.codecs.CollectibleCodec;
import org.bson.codecs.DecoderContext;
import org.bson.codecs.EncoderContext;
import org.bson.codecs.configuration.CodecConfigurationException;
import org.bson.codecs.configuration.CodecRegistry;
import org.bson.codecs.pojo.annotations.BsonId;
import org.jspecify.annotations.Nullable;

/** Maps one record type. Fields in the document that the record does not have are passed over. */
final class RecordCodec<T> implements CollectibleCodec<T> {
    private final Class<T> type;
    private final RecordComponentMapping[] components;
    private final MethodHandle constructor;
    /** The id, if it may have no place for a generated one. */
    private final @Nullable RecordComponentMapping idOfOtherClass;
    // What follows is set before access is.
    /** The components that are kept as bits, as {@link RecordFrame#present} has them. */
    private long neededBits;
    private int roomForObjects;
    private int roomForBits;
    /** Whether optionals, for example, have to be looked at when all fields have been read. */
    private boolean objectsWithDefaults;
    /** Made when first needed, because it needs the codecs of the components. Two threads may both make one. */
    private volatile @Nullable RecordAccess access;

    RecordCodec(Class<T> type, List<Type> typeArguments, CodecRegistry registry) {
        this.type = type;
        RecordComponent[] declared = type.getRecordComponents();
        Class<?>[] types = Arrays.stream(declared).map(RecordComponent::getType).toArray(Class<?>[]::new);
        MethodHandles.Lookup lookup = lookup(type);
        try {
            Constructor<T> canonical = type.getDeclaredConstructor(types);
            MethodHandle made = lookup.unreflectConstructor(canonical);
            constructor = made.asType(made.type().changeReturnType(Object.class));
            boolean marked = Arrays.stream(type.getDeclaredFields())
                    .anyMatch(field -> field.isAnnotationPresent(BsonId.class));
            components = new RecordComponentMapping[declared.length];
            for (int i = 0; i < declared.length; i++) {
                components[i] = new RecordComponentMapping(type, declared[i], canonical, i, marked, typeArguments,
                        registry,
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
        idOfOtherClass = Arrays.stream(components).filter(RecordComponentMapping::isIdOfOtherClass).findFirst()
                .orElse(null);
    }

    /** Generates no id, because the insert adds one to the encoded document; refuses one that could not be read. */
    @Override
    public T generateIdIfAbsentFromDocument(T document) {
        if (idOfOtherClass != null) {
            try {
                idOfOtherClass.requireReadableId(document);
            } catch (RuntimeException | Error e) {
                throw e;
            } catch (Throwable e) {
                throw accessorFailed(e);
            }
        }
        return document;
    }

    @Override
    public boolean documentHasId(T document) {
        return encoded(document).containsKey("_id");
    }

    @Override
    public BsonValue getDocumentId(T document) {
        return encoded(document).get("_id", BsonNull.VALUE);
    }

    private BsonDocument encoded(T document) {
        BsonDocument encoded = new BsonDocument();
        encode(new BsonDocumentWriter(encoded), document, EncoderContext.builder().build());
        return encoded;
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
            throw accessorFailed(e);
        }
    }

    private CodecConfigurationException accessorFailed(Throwable cause) {
        return new CodecConfigurationException("An accessor of " + type.getName() + " failed", cause);
    }

    private RecordAccess access() {
        RecordAccess known = access;
        return known == null ? makeAccess() : known;
    }

    private RecordAccess makeAccess() {
        MethodHandle encoder = MethodHandles.empty(RecordComponentMapping.ENCODER);
        MethodHandle decoder = MethodHandles.dropArguments(
                MethodHandles.dropArguments(RecordFrame.nextHandle(), 0, RecordFrame.class), 2, DecoderContext.class);
        MethodHandle maker = constructor;
        long bits = 0;
        int objectsLength = 0;
        int bitsLength = 0;
        boolean defaults = false;
        for (int i = 0; i < components.length; i++) {
            // First the components so far, then this one.
            encoder = MethodHandles.foldArguments(components[i].encoder(), encoder);
            decoder = MethodHandles.foldArguments(components[i].decoder(), decoder);
            maker = MethodHandles.filterArguments(maker, i, components[i].taker());
            if (components[i].isBits()) {
                bits |= 1L << i;
                bitsLength = i + 1;
            } else {
                objectsLength = i + 1;
                defaults |= components[i].hasDefault();
            }
        }
        maker = MethodHandles.permuteArguments(maker, MethodType.methodType(Object.class, RecordFrame.class),
                new int[components.length]);
        RecordAccess made = RecordAccess.of(maker, decoder, encoder);
        // Each at once, because another thread may be reading what a third one has made.
        neededBits = bits;
        roomForObjects = objectsLength;
        roomForBits = bitsLength;
        objectsWithDefaults = defaults;
        access = made;
        return made;
    }

    /**
     * Fields usually come in the order of the components, and are then read by code that was made for the record. Where
     * one comes that does not fit, it is looked for, and the order begins again.
     */
    @Override
    public T decode(BsonReader reader, DecoderContext context) {
        RecordAccess known = access();
        RecordFrame frame = new RecordFrame(roomForObjects, roomForBits);
        reader.readStartDocument();
        try {
            String other = known.decode(frame, reader, context);
            while (other != null) {
                decodeAny(other, frame, reader, context);
                other = known.decode(frame, reader, context);
            }
            reader.readEndDocument();
            if (objectsWithDefaults || frame.present != neededBits) {
                fill(frame);
            }
        } catch (RuntimeException e) {
            throw withReason(e, reader);
        } catch (Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
        return construct(known, frame);
    }

    /** Names the component that was being read, unless that has been done. */
    private RuntimeException withReason(RuntimeException e, BsonReader reader) {
        if (e instanceof CodecConfigurationException) {
            return e;
        }
        try {
            RecordComponentMapping component = component(reader.getCurrentName());
            return component == null ? e : component.unreadable(e);
        } catch (RuntimeException between) {
            // No value was being read: a name or the end of the document is what failed.
            return e;
        }
    }

    private void decodeAny(String name, RecordFrame frame, BsonReader reader, DecoderContext context) {
        RecordComponentMapping component = component(name);
        if (component == null) {
            reader.skipValue();
        } else {
            component.decode(frame, reader, context);
        }
    }

    private @Nullable RecordComponentMapping component(String name) {
        for (RecordComponentMapping component : components) {
            if (component.name().equals(name)) {
                return component.isIgnored() ? null : component;
            }
        }
        return null;
    }

    /** Gives components whose fields are missing what they are then, or says that one must not be missing. */
    private void fill(RecordFrame frame) {
        for (int i = 0; i < components.length; i++) {
            if (components[i].isBits()) {
                if (!frame.hasBits(i)) {
                    throw components[i].missing();
                }
            } else if (frame.objects[i] == null) {
                frame.objects[i] = components[i].absent();
            }
        }
    }

    @SuppressWarnings("unchecked")
    private T construct(RecordAccess known, RecordFrame frame) {
        try {
            return (T) known.construct(frame);
        } catch (Error e) {
            throw e;
        } catch (Throwable e) {
            throw new CodecConfigurationException(
                    "The constructor of " + type.getName() + " refused what was read: " + e.getMessage(), e);
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
