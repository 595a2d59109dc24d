package dev.bowline.simulator.bson;

import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A BSON document as ordered fields. BSON null is Java's null; a missing field is distinguished by
 * {@link #containsKey} or {@link #value}.
 *
 * <p>Most documents have few fields, so they are two arrays that are searched from the front; one with many gets an
 * index. Stored documents are shared between members, logs and readers: code that has put a document into a store or an
 * effect does not change it any more.
 */
public class Document extends AbstractMap<String, Object> implements Cloneable {
    private static final int INDEXED_FROM = 24;

    private String[] names;
    private @Nullable Object[] values;
    private int size;
    private @Nullable Map<String, Integer> index;

    public Document() {
        names = new String[4];
        values = new Object[4];
    }

    public Document(String name, @Nullable Object value) {
        this();
        put(name, value);
    }

    Document(Document other) {
        names = Arrays.copyOf(other.names, Math.max(other.size + 1, 2));
        values = Arrays.copyOf(other.values, Math.max(other.size + 1, 2));
        size = other.size;
    }

    public Document append(String name, @Nullable Object value) {
        put(name, value);
        return this;
    }

    public void putIfNotNull(String name, @Nullable Object value) {
        if (value != null) {
            put(name, value);
        }
    }

    /** The name of the field at this position. */
    public String nameAt(int position) {
        return names[position];
    }

    /** The value of the field at this position. */
    public @Nullable Object valueAt(int position) {
        return values[position];
    }

    /** The position of a field, or -1. */
    public int indexOf(String name) {
        if (size >= INDEXED_FROM) {
            Integer found = indexed().get(name);
            return found == null ? -1 : found;
        }
        for (int i = 0; i < size; i++) {
            if (names[i].equals(name)) {
                return i;
            }
        }
        return -1;
    }

    private Map<String, Integer> indexed() {
        Map<String, Integer> known = index;
        if (known == null) {
            known = new HashMap<>(size * 2);
            for (int i = 0; i < size; i++) {
                known.put(names[i], i);
            }
            index = known;
        }
        return known;
    }

    /** The value of a field, or {@link Missing#VALUE} if it is not there. */
    public @Nullable Object value(String name) {
        int at = indexOf(name);
        return at < 0 ? Missing.VALUE : values[at];
    }

    @Override
    public @Nullable Object get(@Nullable Object name) {
        int at = name instanceof String text ? indexOf(text) : -1;
        return at < 0 ? null : values[at];
    }

    @Override
    public boolean containsKey(@Nullable Object name) {
        return name instanceof String text && indexOf(text) >= 0;
    }

    @Override
    public @Nullable Object put(String name, @Nullable Object value) {
        int at = indexOf(name);
        if (at >= 0) {
            Object before = values[at];
            values[at] = value;
            return before;
        }
        if (size == names.length) {
            int capacity = Math.max(4, size * 2);
            names = Arrays.copyOf(names, capacity);
            values = Arrays.copyOf(values, capacity);
        }
        names[size] = name;
        values[size] = value;
        if (index != null) {
            index.put(name, size);
        }
        size++;
        return null;
    }

    @Override
    public @Nullable Object remove(@Nullable Object name) {
        int at = name instanceof String text ? indexOf(text) : -1;
        return at < 0 ? null : removeAt(at);
    }

    private @Nullable Object removeAt(int at) {
        Object before = values[at];
        System.arraycopy(names, at + 1, names, at, size - at - 1);
        System.arraycopy(values, at + 1, values, at, size - at - 1);
        size--;
        values[size] = null;
        index = null;
        return before;
    }

    @Override
    public void clear() {
        size = 0;
        Arrays.fill(values, null);
        index = null;
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public boolean isEmpty() {
        return size == 0;
    }

    /** A document with the same fields; the values are shared. */
    @Override
    @SuppressWarnings("MethodDoesntCallSuperMethod")
    public Document clone() {
        return new Document(this);
    }

    @Override
    public Set<Map.Entry<String, Object>> entrySet() {
        return new AbstractSet<>() {
            @Override
            public Iterator<Map.Entry<String, Object>> iterator() {
                return new Fields();
            }

            @Override
            public int size() {
                return size;
            }
        };
    }

    @Override
    public String toString() {
        return Show.value(this);
    }

    private final class Fields implements Iterator<Map.Entry<String, Object>> {
        private int next;

        @Override
        public boolean hasNext() {
            return next < size;
        }

        @Override
        public Map.Entry<String, Object> next() {
            if (next >= size) {
                throw new NoSuchElementException();
            }
            int at = next++;
            return new SimpleEntry<>(names[at], values[at]) {
                private static final long serialVersionUID = 1L;

                @Override
                public Object setValue(Object value) {
                    values[at] = value;
                    return super.setValue(value);
                }
            };
        }

        @Override
        public void remove() {
            removeAt(--next);
        }
    }
}
