package dev.bowline.codec;

import java.lang.annotation.Annotation;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Parameter;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.bson.BsonDocument;
import org.bson.BsonDocumentReader;
import org.bson.BsonObjectId;
import org.bson.BsonReader;
import org.bson.BsonType;
import org.bson.BsonWriter;
import org.bson.codecs.Codec;
import org.bson.codecs.DecoderContext;
import org.bson.codecs.EncoderContext;
import org.bson.codecs.configuration.CodecConfigurationException;
import org.bson.codecs.configuration.CodecRegistry;
import org.bson.codecs.pojo.annotations.BsonExtraElements;
import org.bson.codecs.pojo.annotations.BsonId;
import org.bson.codecs.pojo.annotations.BsonIgnore;
import org.bson.codecs.pojo.annotations.BsonProperty;
import org.bson.codecs.pojo.annotations.BsonRepresentation;
import org.bson.types.ObjectId;
import org.jspecify.annotations.Nullable;

/** One component of a record: its name in BSON, its codec, and how to read it. */
final class RecordComponentMapping {
    /** The type of what {@link #encoder} returns. */
    static final MethodType ENCODER = MethodType.methodType(void.class, BsonWriter.class, Object.class,
            EncoderContext.class);
    /** The type of what {@link #decoder} returns. */
    static final MethodType DECODER = MethodType.methodType(String.class, String.class, RecordFrame.class,
            BsonReader.class, DecoderContext.class);
    private static final MethodHandle ENCODE_VALUE;
    private static final MethodHandle DECODE_BY_CODEC;
    private static final MethodHandle TAKE_OBJECT;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            ENCODE_VALUE = lookup.findVirtual(RecordComponentMapping.class, "encodeValue", ENCODER);
            DECODE_BY_CODEC = lookup.findStatic(RecordComponentMapping.class, "decodeByCodec",
                    DECODER.insertParameterTypes(0, RecordComponentMapping.class, String.class, Codec.class));
            TAKE_OBJECT = lookup.findStatic(RecordComponentMapping.class, "takeObject",
                    MethodType.methodType(Object.class, RecordFrame.class, int.class));
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final int index;
    private final String description;
    private final Class<?> type;
    private final String name;
    private final boolean ignored;
    /** The empty optional, by what type variables stand for, which the class of the component does not show. */
    private final @Nullable Object empty;
    private final MethodHandle accessor;
    private final Type genericType;
    private final CodecRegistry registry;
    /** Looked up when first needed: a record may refer to itself. */
    private volatile @Nullable Codec<Object> codec;
    /** Set before the codec is; null if the codec has to be asked. */
    private @Nullable PlainValue plain;

    RecordComponentMapping(Class<?> record, RecordComponent component, Constructor<?> constructor, int index,
            boolean idIsMarked, List<Type> typeArguments, CodecRegistry registry, MethodHandles.Lookup lookup) {
        this.index = index;
        this.description = record.getName() + "." + component.getName();
        this.type = component.getType();
        this.registry = registry;
        this.genericType = GenericTypes.resolve(component.getGenericType(), record, typeArguments);
        Class<?> raw = GenericTypes.raw(genericType);
        this.empty = raw == Optional.class ? Optional.empty() : ValueForm.absent(raw);
        Field field = field(record, component);
        Parameter parameter = constructor.getParameters()[index];
        refuse(BsonRepresentation.class, "declare the component with the type that is stored", field, parameter);
        refuse(BsonExtraElements.class, "declare every field, or use a Document", field, parameter);
        this.ignored = field.isAnnotationPresent(BsonIgnore.class) || parameter.isAnnotationPresent(BsonIgnore.class);
        this.name = nameOf(component, field, parameter, idIsMarked);
        try {
            accessor = lookup.unreflect(component.getAccessor())
                    .asType(MethodType.methodType(type, Object.class));
        } catch (IllegalAccessException e) {
            throw new CodecConfigurationException("The accessor of " + description + " is not accessible: open the "
                    + "package " + record.getPackageName() + " to the module dev.bowline.driver", e);
        }
    }

    /** Refuses annotations that this mapping does not support, instead of ignoring them. */
    private void refuse(Class<? extends Annotation> annotation, String instead, Field field, Parameter parameter) {
        if (field.isAnnotationPresent(annotation) || parameter.isAnnotationPresent(annotation)) {
            throw new CodecConfigurationException("The annotation @" + annotation.getSimpleName() + " of " + description
                    + " is not supported in records; " + instead);
        }
    }

    String name() {
        return name;
    }

    boolean isIgnored() {
        return ignored;
    }

    String description() {
        return description;
    }

    /** Whether the component is the id, and of a class that may have no place for a generated {@link ObjectId}. */
    boolean isIdOfOtherClass() {
        return name.equals("_id") && !ignored && !type.isPrimitive() && type != ObjectId.class;
    }

    /** Refuses a record without an id if the {@link ObjectId} that is then generated could not be read back. */
    void requireReadableId(Object record) throws Throwable {
        Object value = (Object) accessor.invoke(record);
        if ((value == null || value.equals(empty)) && !readsObjectId()) {
            throw new CodecConfigurationException("The component " + description + " of type "
                    + genericType.getTypeName() + " has no value, and the ObjectId that would be generated for '_id' "
                    + "cannot be read into it: give it a value, or declare it as ObjectId");
        }
    }

    private boolean readsObjectId() {
        BsonReader reader = new BsonDocumentReader(new BsonDocument(name, new BsonObjectId()));
        reader.readStartDocument();
        reader.readName();
        try {
            codec().decode(reader, DecoderContext.builder().build());
            return true;
        } catch (RuntimeException e) {
            return false;
        }
    }

    /** Writes this component of a record: {@code (BsonWriter, Object, EncoderContext)void}. */
    MethodHandle encoder() {
        if (ignored) {
            return MethodHandles.empty(ENCODER);
        }
        codec();
        PlainValue simple = plain;
        MethodHandle write = simple == null
                ? ENCODE_VALUE.bindTo(this).asType(ENCODER.changeParameterType(1, type))
                : MethodHandles.dropArguments(MethodHandles.insertArguments(simple.writer(), 1, name), 2,
                        EncoderContext.class);
        return MethodHandles.filterArguments(write, 1, accessor);
    }

    void encodeValue(BsonWriter writer, @Nullable Object value, EncoderContext context) {
        if (value == null || (empty != null && empty.equals(value))) {
            return;
        }
        writer.writeName(name);
        try {
            context.encodeWithChildContext(codec(), writer, value);
        } catch (ClassCastException e) {
            throw new CodecConfigurationException("The component " + description + " is declared as "
                    + genericType.getTypeName() + " but holds a " + value.getClass().getName(), e);
        } catch (CodecConfigurationException e) {
            throw new CodecConfigurationException("The component " + description + " of type "
                    + genericType.getTypeName() + " cannot be written: " + explained(e), e);
        }
    }

    /** The bson library says what is missing, but not where to set it. */
    private static @Nullable String explained(RuntimeException e) {
        String message = e.getMessage();
        return message != null && message.startsWith("The uuidRepresentation has not been specified")
                ? message + " Add uuidRepresentation=standard to the connection string, or set it in the settings."
                : message;
    }

    /**
     * Reads this component if its field is next: {@code (String, RecordFrame, BsonReader, DecoderContext)String}, from
     * the name of the field that the reader stands before to that of the next one.
     */
    MethodHandle decoder() {
        if (ignored) {
            return MethodHandles.dropArguments(MethodHandles.identity(String.class), 1, RecordFrame.class,
                    BsonReader.class, DecoderContext.class);
        }
        Codec<Object> known = codec();
        PlainValue simple = plain;
        return simple == null
                ? MethodHandles.insertArguments(DECODE_BY_CODEC, 0, this, name, known)
                : MethodHandles.insertArguments(simple.reader(), 0, this, name, index);
    }

    static @Nullable String decodeByCodec(RecordComponentMapping component, String name, Codec<Object> codec,
            @Nullable String next, RecordFrame frame, BsonReader reader, DecoderContext context) {
        if (!name.equals(next)) {
            return next;
        }
        component.decode(frame, reader, context, codec);
        return RecordFrame.next(reader);
    }

    /** Reads the value that the reader stands before, whatever its type. */
    void decode(RecordFrame frame, BsonReader reader, DecoderContext context) {
        decode(frame, reader, context, codec());
    }

    private void decode(RecordFrame frame, BsonReader reader, DecoderContext context, Codec<Object> known) {
        if (reader.getCurrentBsonType() == BsonType.NULL && empty == null) {
            reader.readNull();
            if (isBits()) {
                throw missing();
            }
            frame.objects[index] = absent();
            return;
        }
        try {
            Object value = known.decode(reader, context);
            PlainValue simple = plain;
            if (simple == null) {
                frame.objects[index] = value;
            } else {
                simple.put(value, frame, index);
            }
        } catch (RuntimeException e) {
            throw unreadable(e);
        }
    }

    CodecConfigurationException unreadable(RuntimeException e) {
        return new CodecConfigurationException("The field '" + name + "' cannot be read into the component "
                + description + " of type " + genericType.getTypeName() + ": " + explained(e), e);
    }

    /** Takes this component out of a frame: {@code (RecordFrame)type}. */
    MethodHandle taker() {
        if (isBits()) {
            return MethodHandles.insertArguments(Objects.requireNonNull(plain).taker(), 1, index);
        }
        return MethodHandles.insertArguments(TAKE_OBJECT, 1, index)
                .asType(MethodType.methodType(type, RecordFrame.class));
    }

    static @Nullable Object takeObject(RecordFrame frame, int index) {
        return frame.objects[index];
    }

    /** Whether it is kept as bits; if not, it is kept as an object. */
    boolean isBits() {
        if (ignored) {
            return false;
        }
        codec();
        return plain != null && plain.isBits();
    }

    /** Whether there is a value for it when its field is missing, other than null. */
    boolean hasDefault() {
        return empty != null || type.isPrimitive();
    }

    /** The value of a component whose field is missing or null. */
    @Nullable
    Object absent() {
        if (empty != null) {
            return empty;
        }
        if (type.isPrimitive() && !ignored) {
            throw missing();
        }
        return type.isPrimitive() ? Array.get(Array.newInstance(type, 1), 0) : null;
    }

    CodecConfigurationException missing() {
        return new CodecConfigurationException("The field '" + name + "' is missing or null, but the component "
                + description + " is of the primitive type " + type);
    }

    private Codec<Object> codec() {
        Codec<Object> found = codec;
        if (found == null) {
            try {
                found = GenericTypes.codec(genericType, registry);
            } catch (CodecConfigurationException e) {
                throw new CodecConfigurationException("The component " + description + " of type "
                        + genericType.getTypeName() + " cannot be mapped: " + e.getMessage(), e);
            }
            PlainValue known = PlainValue.of(found, type);
            plain = known != null && known.isBits() && index >= RecordFrame.MAX_BITS ? null : known;
            codec = found;
        }
        return found;
    }

    /**
     * @param idIsMarked whether a component of the record is marked as the id, so that the name {@code id} is one like
     *     others
     */
    private static String nameOf(RecordComponent component, Field field, Parameter parameter, boolean idIsMarked) {
        BsonProperty property = field.getAnnotation(BsonProperty.class);
        if (property == null) {
            property = parameter.getAnnotation(BsonProperty.class);
        }
        if (property != null && !property.value().isEmpty()) {
            return property.value();
        }
        boolean id = idIsMarked ? field.isAnnotationPresent(BsonId.class) : component.getName().equals("id");
        return id ? "_id" : component.getName();
    }

    private static Field field(Class<?> record, RecordComponent component) {
        try {
            return record.getDeclaredField(component.getName());
        } catch (NoSuchFieldException e) {
            throw new CodecConfigurationException("The record " + record.getName() + " has no field "
                    + component.getName(), e);
        }
    }
}
