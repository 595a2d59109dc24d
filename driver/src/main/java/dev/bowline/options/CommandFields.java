package dev.bowline.options;

import java.util.Arrays;
import java.util.Objects;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The fields that options add to a command or statement, in the order in which they were first set. Values are BSON
 * values, {@code Bson}, lists of {@code Bson}, strings, numbers or booleans.
 *
 * <p>An option that is nothing but a field of the command needs no field of its own in the options class and no line in
 * the operation.
 */
public final class CommandFields {
    /** No fields. Not to be changed. */
    public static final CommandFields NONE = new CommandFields();

    private static final String[] NO_NAMES = {};
    private static final Object[] NO_VALUES = {};

    private String[] names = NO_NAMES;
    private Object[] values = NO_VALUES;
    private int size;

    /** Sets a field, in place of an earlier value. */
    public void put(String name, Object value) {
        Objects.requireNonNull(value, name);
        for (int i = 0; i < size; i++) {
            if (names[i].equals(name)) {
                values[i] = value;
                return;
            }
        }
        if (size == names.length) {
            names = Arrays.copyOf(names, size + 4);
            values = Arrays.copyOf(values, size + 4);
        }
        names[size] = name;
        values[size++] = value;
    }

    /** Returns the value of a field, or null if the field is not set. */
    public @Nullable Object get(String name) {
        for (int i = 0; i < size; i++) {
            if (names[i].equals(name)) {
                return values[i];
            }
        }
        return null;
    }

    /** Returns whether a field is set. */
    public boolean has(String name) {
        return get(name) != null;
    }

    /** Returns true if no field is set. */
    public boolean isEmpty() {
        return size == 0;
    }

    /** Calls the action with the name and value of each field, in the order in which the fields were first set. */
    public void forEach(BiConsumer<String, Object> action) {
        for (int i = 0; i < size; i++) {
            action.accept(names[i], values[i]);
        }
    }

    /** Returns the number of fields that are set. */
    public int size() {
        return size;
    }

    /** Returns the name of the field at an index from 0 to {@code size() - 1}. */
    public String name(int index) {
        return names[index];
    }

    /** Returns the value of the field at an index from 0 to {@code size() - 1}. */
    public Object value(int index) {
        return values[index];
    }
}
