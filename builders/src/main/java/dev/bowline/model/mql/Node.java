package dev.bowline.model.mql;

import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.bson.codecs.configuration.CodecRegistry;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/** What an expression is made of. */
sealed interface Node {
    /** A value that the server takes as it is. */
    record Plain(BsonValue value) implements Node {}

    /** A value that the server might take for an expression unless it is marked as a literal. */
    record Quoted(Bson value) implements Node {}

    /** An array of expressions. */
    record Items(List<Node> items) implements Node {
        public Items {
            items = List.copyOf(items);
        }
    }

    /** A name and an expression. */
    record Field(String name, Node value) implements Node {}

    /** A document of expressions; an operator with its operands is one, with a single field. */
    record Fields(List<Field> fields) implements Node {
        public Fields {
            fields = List.copyOf(fields);
        }
    }

    /** The element that a function is applied to, whatever it will be called. Each is equal to itself only. */
    final class Element implements Node {}

    /** A function applied to every element of an array: {@code {operator: {input: ..., as: ..., role: body}}}. */
    record Each(String operator, Node input, Element element, String role, Node body) implements Node {
        /**
         * Whether a function within the function uses this one's element: then it needs a name of its own, or it would
         * be taken for the element of the inner one.
         */
        boolean isSeenFromWithin() {
            return mentions(body, false);
        }

        private boolean mentions(Node node, boolean within) {
            return switch (node) {
                case Plain plain -> false;
                case Quoted quoted -> false;
                case Items items -> items.items().stream().anyMatch(item -> mentions(item, within));
                case Field field -> mentions(field.value(), within);
                case Fields fields -> fields.fields().stream().anyMatch(field -> mentions(field, within));
                case Element other -> within && other == element;
                case Each inner -> mentions(inner.input(), within) || mentions(inner.body(), true);
            };
        }
    }

    /** The functions around a place in an expression, the innermost first, and what their elements are called there. */
    record Scope(Element element, String name, int depth, @Nullable Scope outer) {
        /** The name that the server gives an element if nothing else is said. */
        static final String USUAL = "this";

        static Scope of(Each each, @Nullable Scope outer) {
            int depth = outer == null ? 1 : outer.depth + 1;
            return new Scope(each.element(), each.isSeenFromWithin() ? USUAL + depth : USUAL, depth, outer);
        }

        static String nameOf(Element element, @Nullable Scope innermost) {
            for (Scope scope = innermost; scope != null; scope = scope.outer) {
                if (scope.element == element) {
                    return scope.name;
                }
            }
            throw new IllegalStateException("The argument of a function over an array's elements is used outside of "
                    + "that function, where it has no value");
        }
    }

    static BsonValue render(Node node, CodecRegistry codecs, @Nullable Scope scope) {
        return switch (node) {
            case Plain plain -> plain.value();
            case Quoted quoted -> new BsonDocument("$literal",
                    quoted.value().toBsonDocument(BsonDocument.class, codecs));
            case Items items -> {
                BsonArray array = new BsonArray(items.items().size());
                items.items().forEach(item -> array.add(render(item, codecs, scope)));
                yield array;
            }
            case Field field -> new BsonDocument(field.name(), render(field.value(), codecs, scope));
            case Fields fields -> {
                BsonDocument document = new BsonDocument(fields.fields().size());
                fields.fields().forEach(field -> document.put(field.name(), render(field.value(), codecs, scope)));
                yield document;
            }
            case Element element -> new BsonString("$$" + Scope.nameOf(element, scope));
            case Each each -> {
                Scope within = Scope.of(each, scope);
                BsonDocument operands = new BsonDocument("input", render(each.input(), codecs, scope));
                if (!within.name().equals(Scope.USUAL)) {
                    operands.put("as", new BsonString(within.name()));
                }
                operands.put(each.role(), render(each.body(), codecs, within));
                yield new BsonDocument(each.operator(), operands);
            }
        };
    }
}
