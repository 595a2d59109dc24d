package dev.bowline.model.mql;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.bson.codecs.configuration.CodecConfigurationException;
import org.bson.codecs.configuration.CodecRegistry;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/**
 * An expression of whichever type it is taken for. What type that is matters to the compiler only, so one class is all
 * of them, and the functions below yield what the caller wants.
 */
@SuppressWarnings("TypeParameterUnusedInFormals")
final class Expression
        implements
            MqlBoolean,
            MqlInteger,
            MqlString,
            MqlDate,
            MqlDocument,
            MqlArray<MqlValue>,
            MqlMap<MqlValue>,
            MqlEntry<MqlValue> {
    /** What the server takes a field for that is not there. */
    static final MqlValue MISSING = variable("REMOVE");

    private final Node node;

    private Expression(Node node) {
        this.node = node;
    }

    /** The one place where types are taken on trust: the interfaces are sealed, and this class is all of them. */
    @SuppressWarnings("unchecked")
    static <R extends MqlValue> R of(Node node) {
        return (R) new Expression(node);
    }

    static <R extends MqlValue> R plain(BsonValue value) {
        return of(new Node.Plain(value));
    }

    /** A string in which the server sees no path. */
    static MqlString text(String text) {
        BsonString value = new BsonString(text);
        return text.contains("$") ? operator("$literal", new Node.Plain(value)) : plain(value);
    }

    static <R extends MqlValue> R document(Bson document) {
        return of(new Node.Quoted(Objects.requireNonNull(document, "document")));
    }

    static <R extends MqlValue> R variable(String name) {
        return plain(new BsonString("$$" + name));
    }

    static <R extends MqlValue> R array(List<? extends MqlValue> items) {
        return of(new Node.Items(items.stream().map(Expression::node).toList()));
    }

    /** {@code {operator: operand}}. */
    static <R extends MqlValue> R unary(String operator, MqlValue operand) {
        return operator(operator, node(operand));
    }

    /** {@code {operator: [operand, ...]}}. */
    static <R extends MqlValue> R operation(String operator, MqlValue... operands) {
        return operator(operator, new Node.Items(Stream.of(operands).map(Expression::node).toList()));
    }

    /** {@code {operator: {name: operand, ...}}}. */
    static <R extends MqlValue> R named(String operator, Node.Field... operands) {
        return operator(operator, new Node.Fields(Arrays.asList(operands)));
    }

    static Node.Field field(String name, MqlValue value) {
        return new Node.Field(name, node(value));
    }

    /** A function applied to each element of an array, which the operator makes something of. */
    static <T extends MqlValue, R extends MqlValue> R each(String operator, MqlArray<T> array, String role,
            Function<? super T, ? extends MqlValue> function) {
        Node.Element element = new Node.Element();
        MqlValue body = function.apply(of(element));
        return of(new Node.Each(operator, node(array), element, role, node(body)));
    }

    /** All elements folded into one value from the left, starting with this one. */
    static <R extends MqlValue> R reduce(MqlArray<?> array, MqlValue start, String operator) {
        return named("$reduce", field("input", array), field("initialValue", start),
                field("in", operation(operator, variable("value"), variable(Node.Scope.USUAL))));
    }

    /** The value of the first branch whose case holds, or what is given for when none does. */
    static <R extends MqlValue> R choice(List<Node> branches, @Nullable MqlValue otherwise) {
        List<Node.Field> operands = new ArrayList<>();
        operands.add(new Node.Field("branches", new Node.Items(branches)));
        if (otherwise != null) {
            operands.add(field("default", otherwise));
        }
        return operator("$switch", new Node.Fields(operands));
    }

    private static <R extends MqlValue> R operator(String operator, Node operands) {
        return of(new Node.Field(operator, operands));
    }

    static Node node(MqlValue value) {
        return ((Expression) Objects.requireNonNull(value, "an operand is null")).node;
    }

    /** The same expression as another type. */
    @SuppressWarnings("unchecked")
    static <R extends MqlValue> R as(MqlValue value) {
        return (R) value;
    }

    @Override
    public BsonValue toBsonValue(CodecRegistry codecs) {
        return Node.render(node, codecs, null);
    }

    @Override
    public String toString() {
        try {
            BsonValue value = toBsonValue(Bson.DEFAULT_CODEC_REGISTRY);
            return value instanceof BsonDocument document ? document.toJson() : value.toString();
        } catch (CodecConfigurationException e) {
            return "an expression with a value that has a codec of its own";
        } catch (IllegalStateException e) {
            return "an element of an array";
        }
    }
}
