package dev.bowline.codec;

import java.lang.invoke.MethodType;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.util.Arrays;
import java.util.List;
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
            case WildcardType wildcard -> resolve(wildcard.getUpperBounds()[0], owner, typeArguments);
            default -> declared;
        };
    }

    @SuppressWarnings("unchecked")
    static <T> Codec<T> codec(Type type, CodecRegistry registry) {
        return (Codec<T>) switch (type) {
            case Class<?> plain -> registry.get(readable(boxed(plain)));
            case ParameterizedType parameterized -> OptionalElements.within(parameterized,
                    registry.get(readable((Class<?>) parameterized.getRawType()),
                            Arrays.asList(parameterized.getActualTypeArguments())));
            case GenericArrayType array -> throw new CodecConfigurationException(
                    "Arrays of generic types such as " + array.getTypeName() + " cannot be mapped; use a List");
            default -> throw new CodecConfigurationException("The type " + type.getTypeName() + " cannot be mapped");
        };
    }

    static Class<?> raw(Type type) {
        return switch (type) {
            case Class<?> plain -> plain;
            case ParameterizedType parameterized -> (Class<?>) parameterized.getRawType();
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
