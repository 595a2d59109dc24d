package dev.bowline.codec;

import java.lang.invoke.MethodType;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.SortedMap;
import org.bson.codecs.Codec;
import org.bson.codecs.configuration.CodecConfigurationException;
import org.bson.codecs.configuration.CodecRegistry;
import org.jspecify.annotations.Nullable;

/** Finds the codec for a type as it was declared. */
final class GenericTypes {
    /** A type such as {@code List<Point>} in which type variables have been replaced. */
    private record Parameterized(Class<?> raw, List<Type> arguments) implements ParameterizedType {
        @Override
        public Type[] getActualTypeArguments() {
            return arguments.toArray(Type[]::new);
        }

        @Override
        public Type getRawType() {
            return raw;
        }

        @Override
        public @Nullable Type getOwnerType() {
            return null;
        }
    }

    /** A type such as {@code Box<Point>[]} in which type variables have been replaced. */
    private record ArrayOf(Type element) implements GenericArrayType {
        @Override
        public Type getGenericComponentType() {
            return element;
        }

        @Override
        public String getTypeName() {
            return element.getTypeName() + "[]";
        }
    }

    private GenericTypes() {}

    /** Replaces the type variables of a class by what they stand for here. */
    static Type resolve(Type declared, Class<?> owner, List<Type> typeArguments) {
        return switch (declared) {
            case TypeVariable<?> variable -> {
                int index = Arrays.asList(owner.getTypeParameters()).indexOf(variable);
                yield index >= 0 && index < typeArguments.size()
                        ? typeArguments.get(index)
                        : resolve(variable.getBounds()[0], owner, typeArguments);
            }
            case ParameterizedType parameterized -> new Parameterized((Class<?>) parameterized.getRawType(),
                    Arrays.stream(parameterized.getActualTypeArguments())
                            .map(argument -> resolve(argument, owner, typeArguments)).toList());
            case GenericArrayType array -> new ArrayOf(
                    resolve(array.getGenericComponentType(), owner, typeArguments));
            case WildcardType wildcard -> resolve(wildcard.getUpperBounds()[0], owner, typeArguments);
            default -> declared;
        };
    }

    @SuppressWarnings("unchecked")
    static <T> Codec<T> codec(Type type, CodecRegistry registry) {
        return (Codec<T>) switch (type) {
            case Class<?> plain -> registry.get(readable(boxed(plain)));
            case ParameterizedType parameterized when hasEnumKeys(parameterized) -> enumKeys(parameterized, registry);
            case ParameterizedType parameterized -> OptionalElements.within(parameterized,
                    registry.get(readable((Class<?>) parameterized.getRawType()),
                            Arrays.asList(parameterized.getActualTypeArguments())));
            case GenericArrayType array -> new ArrayCodec<>(raw(array),
                    codec(array.getGenericComponentType(), registry));
            default -> throw new CodecConfigurationException("The type " + type.getTypeName() + " cannot be mapped");
        };
    }

    private static boolean hasEnumKeys(ParameterizedType type) {
        return Map.class.isAssignableFrom((Class<?>) type.getRawType())
                && type.getActualTypeArguments()[0] instanceof Class<?> key && key.isEnum();
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    private static Codec<?> enumKeys(ParameterizedType type, CodecRegistry registry) {
        Type[] arguments = type.getActualTypeArguments();
        return new EnumKeysCodec((Class<?>) type.getRawType(), (Class<?>) arguments[0],
                codec(new Parameterized(Map.class, List.of(String.class, arguments[1])), registry));
    }

    static Class<?> raw(Type type) {
        return switch (type) {
            case Class<?> plain -> plain;
            case ParameterizedType parameterized -> (Class<?>) parameterized.getRawType();
            case GenericArrayType array -> raw(array.getGenericComponentType()).arrayType();
            default -> Object.class;
        };
    }

    /** The library writes sorted maps but does not know which class to read one into. */
    private static Class<?> readable(Class<?> type) {
        return type == SortedMap.class ? NavigableMap.class : type;
    }

    private static Class<?> boxed(Class<?> type) {
        return type.isPrimitive() ? MethodType.methodType(type).wrap().returnType() : type;
    }
}
