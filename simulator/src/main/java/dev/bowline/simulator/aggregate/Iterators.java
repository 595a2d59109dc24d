package dev.bowline.simulator.aggregate;

import dev.bowline.simulator.bson.Document;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Iterators that do their work when asked for the next document. */
final class Iterators {
    private Iterators() {}

    static Iterator<Document> filter(Iterator<Document> input, Predicate<Document> condition) {
        return new Pulling() {
            @Override
            @Nullable
            Document pull() {
                while (input.hasNext()) {
                    Document next = input.next();
                    if (condition.test(next)) {
                        return next;
                    }
                }
                return null;
            }
        };
    }

    static Iterator<Document> map(Iterator<Document> input, Function<Document, Document> function) {
        return new Iterator<>() {
            @Override
            public boolean hasNext() {
                return input.hasNext();
            }

            @Override
            public Document next() {
                return function.apply(input.next());
            }
        };
    }

    static Iterator<Document> flatMap(Iterator<Document> input, Function<Document, Iterator<Document>> function) {
        return new Pulling() {
            private Iterator<Document> inner = Collections.emptyIterator();

            @Override
            @Nullable
            Document pull() {
                while (!inner.hasNext()) {
                    if (!input.hasNext()) {
                        return null;
                    }
                    inner = function.apply(input.next());
                }
                return inner.next();
            }
        };
    }

    /** Documents that are made when the first one is asked for. */
    static Iterator<Document> lazy(Supplier<Iterator<Document>> supplier) {
        return new Iterator<>() {
            private @Nullable Iterator<Document> made;

            private Iterator<Document> made() {
                Iterator<Document> known = made;
                if (known == null) {
                    known = supplier.get();
                    made = known;
                }
                return known;
            }

            @Override
            public boolean hasNext() {
                return made().hasNext();
            }

            @Override
            public Document next() {
                return made().next();
            }
        };
    }

    static Iterator<Document> concat(Iterator<Document> first, Supplier<Iterator<Document>> second) {
        Iterator<Document> rest = lazy(second);
        return new Iterator<>() {
            @Override
            public boolean hasNext() {
                return first.hasNext() || rest.hasNext();
            }

            @Override
            public Document next() {
                return first.hasNext() ? first.next() : rest.next();
            }
        };
    }

    static List<Document> toList(Iterator<Document> input, Run run) {
        List<Document> result = new ArrayList<>();
        while (input.hasNext()) {
            run.step();
            result.add(input.next());
        }
        return result;
    }

    /** An iterator that looks one ahead. */
    abstract static class Pulling implements Iterator<Document> {
        private @Nullable Document next;
        private boolean ended;

        /** The next document, or null at the end. */
        @Nullable
        abstract Document pull();

        @Override
        public boolean hasNext() {
            if (next == null && !ended) {
                next = pull();
                ended = next == null;
            }
            return next != null;
        }

        @Override
        public Document next() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            Document result = next;
            next = null;
            if (result == null) {
                throw new NoSuchElementException();
            }
            return result;
        }
    }
}
