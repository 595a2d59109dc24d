package dev.bowline.simulator.expression;

import dev.bowline.simulator.bson.Document;
import dev.bowline.simulator.bson.Missing;
import dev.bowline.simulator.bson.ScoredDocument;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads expressions. What it returns is right as far as that can be known without a document. */
public final class ExpressionParser {
    /** The variable that is known where documents have a text score. No user's variable has a space in it. */
    public static final String TEXT_SCORE = "text score";

    private static final Set<String> META = Set.of("textScore", "searchScore", "searchHighlights",
            "searchScoreDetails", "searchSequenceToken", "vectorSearchScore", "score", "scoreDetails", "indexKey",
            "recordId", "randVal", "sortKey", "geoNearDistance", "geoNearPoint");

    private final Set<String> variables;
    private final int wireVersion;

    private ExpressionParser(Set<String> variables, int wireVersion) {
        this.variables = variables;
        this.wireVersion = wireVersion;
    }

    /** A parser for the servers of this generation. */
    public static ExpressionParser of(int wireVersion) {
        return new ExpressionParser(Set.of(), wireVersion);
    }

    public int wireVersion() {
        return wireVersion;
    }

    /** A parser that knows more variables. */
    public ExpressionParser with(Iterable<String> names) {
        Set<String> known = new HashSet<>(variables);
        names.forEach(known::add);
        return new ExpressionParser(known, wireVersion);
    }

    /** A parser that does not know a variable any more. */
    public ExpressionParser without(String name) {
        if (!variables.contains(name)) {
            return this;
        }
        Set<String> known = new HashSet<>(variables);
        known.remove(name);
        return new ExpressionParser(known, wireVersion);
    }

    public ExpressionParser with(String... names) {
        return with(Arrays.asList(names));
    }

    public Expression parse(@Nullable Object given) {
        if (given instanceof String text && text.startsWith("$")) {
            return path(text);
        }
        if (given instanceof Document document) {
            return document(document);
        }
        if (given instanceof List<?> list) {
            return array(list);
        }
        return new Expression.Literal(given);
    }

    private Expression array(List<?> list) {
        Expression[] elements = new Expression[list.size()];
        boolean constant = true;
        for (int i = 0; i < elements.length; i++) {
            elements[i] = parse(list.get(i));
            constant &= elements[i] instanceof Expression.Literal;
        }
        Expression result = scope -> {
            List<@Nullable Object> values = new ArrayList<>(elements.length);
            for (Expression element : elements) {
                Object value = element.evaluate(scope);
                values.add(Missing.is(value) ? null : value);
            }
            return values;
        };
        return constant ? new Expression.Literal(result.evaluate(Scope.of(Evaluation.CONSTANT, null))) : result;
    }

    private Expression document(Document document) {
        if (document.isEmpty()) {
            return new Expression.Literal(document);
        }
        if (document.nameAt(0).startsWith("$")) {
            if (document.size() > 1) {
                throw new QueryError(15983,
                        "an object representing an expression must have exactly one field: " + document);
            }
            return operator(document.nameAt(0), document.valueAt(0));
        }
        Expression[] values = new Expression[document.size()];
        String[] names = new String[document.size()];
        boolean constant = true;
        for (int i = 0; i < values.length; i++) {
            names[i] = document.nameAt(i);
            checkName(names[i]);
            values[i] = parse(document.valueAt(i));
            constant &= values[i] instanceof Expression.Literal;
        }
        Expression result = scope -> {
            Document made = new Document();
            for (int i = 0; i < names.length; i++) {
                Object value = values[i].evaluate(scope);
                if (!Missing.is(value)) {
                    made.put(names[i], value);
                }
            }
            return made;
        };
        return constant ? new Expression.Literal(result.evaluate(Scope.of(Evaluation.CONSTANT, null))) : result;
    }

    static void checkName(String name) {
        if (name.startsWith("$")) {
            throw new QueryError(16410, "FieldPath field names may not start with '$'. Consider using $getField or "
                    + "$setField.");
        }
        if (name.indexOf('.') >= 0) {
            throw new QueryError(16412, "FieldPath field names may not contain '.'. Consider using $getField or "
                    + "$setField.");
        }
        if (name.isEmpty()) {
            throw new QueryError(15998, "FieldPath field names may not be empty strings.");
        }
    }

    private Expression operator(String name, @Nullable Object operand) {
        if (name.equals("$meta")) {
            checkMeta(operand);
            return scope -> scope.root() instanceof ScoredDocument found ? found.score() : Missing.VALUE;
        }
        Functions.Parser special = Functions.special(name, wireVersion);
        if (special != null) {
            return special.parse(operand, this);
        }
        Functions.Function function = Functions.function(name, wireVersion);
        if (function == null) {
            if (Functions.isKnown(name)) {
                throw QueryError.notSimulated("the expression " + name);
            }
            throw new QueryError(168, "Unrecognized expression '" + name + "'");
        }
        return call(name, function, operand);
    }

    /** Refuses what no document of the query has beside its fields. */
    public void checkMeta(@Nullable Object operand) {
        if (!(operand instanceof String keyword)) {
            throw new QueryError(17307, "$meta only supports string arguments");
        }
        if (!META.contains(keyword)) {
            throw new QueryError(17308, "Unsupported argument to $meta: " + keyword);
        }
        if (!keyword.equals("textScore")) {
            throw QueryError.notSimulated("{$meta: \"" + keyword + "\"}");
        }
        if (!variables.contains(TEXT_SCORE)) {
            throw new QueryError(40218, "query requires text score metadata, but it is not available");
        }
    }

    /** The operands of a function: the elements of a list, or the operand itself. */
    public Expression[] operands(@Nullable Object operand) {
        List<?> given = operand instanceof List<?> list ? list : java.util.Collections.singletonList(operand);
        Expression[] result = new Expression[given.size()];
        for (int i = 0; i < result.length; i++) {
            result[i] = parse(given.get(i));
        }
        return result;
    }

    private Expression call(String name, Functions.Function function, @Nullable Object operand) {
        Expression[] operands = operands(operand);
        int count = operands.length;
        if (name.equals("$setEquals") && count < 2) {
            throw new QueryError(17045, "$setEquals needs at least two arguments had: " + count);
        }
        if (function.min() == function.max() && count != function.min()) {
            throw new QueryError(16020, "Expression " + name + " takes exactly " + function.min()
                    + " arguments. " + count + " were passed in.");
        }
        if (count < function.min() || count > function.max()) {
            throw new QueryError(28667, "Expression " + name + " takes at least " + function.min()
                    + " arguments, and at most " + function.max() + ", but " + count + " were passed in.");
        }
        boolean constant = true;
        for (Expression expression : operands) {
            constant &= expression instanceof Expression.Literal;
        }
        Functions.Body body = function.body();
        Expression result = scope -> {
            @Nullable
            Object[] values = new Object[operands.length];
            for (int i = 0; i < values.length; i++) {
                values[i] = operands[i].evaluate(scope);
            }
            return body.apply(values, scope);
        };
        // The server evaluates constants while it optimizes, so their errors show even where there are no documents.
        return constant && function.pure()
                ? new Expression.Literal(result.evaluate(Scope.of(Evaluation.CONSTANT, null)))
                : result;
    }

    private Expression path(String text) {
        if (!text.startsWith("$$")) {
            Path path = Path.parse(text.substring(1));
            return scope -> path.of(scope.current());
        }
        int dot = text.indexOf('.');
        String name = text.substring(2, dot < 0 ? text.length() : dot);
        checkVariable(name);
        Path rest = dot < 0 ? null : Path.parse(text.substring(dot + 1));
        Expression variable = variable(name);
        return rest == null ? variable : scope -> rest.of(variable.evaluate(scope));
    }

    private Expression variable(String name) {
        return switch (name) {
            case "ROOT" -> Scope::root;
            case "CURRENT" -> Scope::current;
            case "REMOVE" -> scope -> Missing.VALUE;
            case "NOW" -> scope -> scope.evaluation().now();
            case "CLUSTER_TIME" -> scope -> scope.evaluation().clusterTime();
            case "KEEP", "PRUNE", "DESCEND" -> {
                if (!variables.contains(name)) {
                    throw new QueryError(17276, "Use of undefined variable: " + name);
                }
                yield scope -> scope.variable(name);
            }
            case "USER_ROLES", "SEARCH_META" -> throw QueryError.notSimulated("the variable $$" + name);
            default -> {
                if (!variables.contains(name)) {
                    throw new QueryError(17276, "Use of undefined variable: " + name);
                }
                yield scope -> scope.variable(name);
            }
        };
    }

    private static void checkVariable(String name) {
        if (name.isEmpty()) {
            throw new QueryError(9, "empty variable names are not allowed");
        }
        char first = name.charAt(0);
        if (!Character.isLetter(first) && first < 128 && first != '_') {
            throw new QueryError(9, "'" + name + "' starts with an invalid character for a user variable name");
        }
        checkCharacters(name);
    }

    private static void checkCharacters(String name) {
        for (int i = 1; i < name.length(); i++) {
            char c = name.charAt(i);
            if (!Character.isLetterOrDigit(c) && c != '_' && c < 128) {
                throw new QueryError(9, "'" + name + "' contains an invalid character for a variable name: '" + c
                        + "'");
            }
        }
    }

    /** Refuses a name that a user's variable cannot have. */
    public static void checkUserVariable(String name) {
        if (name.isEmpty()) {
            throw new QueryError(9, "empty variable names are not allowed");
        }
        char first = name.charAt(0);
        if (!name.equals("CURRENT") && !Character.isLowerCase(first) && first < 128) {
            throw new QueryError(9, "'" + name + "' starts with an invalid character for a user variable name");
        }
        checkCharacters(name);
    }
}
