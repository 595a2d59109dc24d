package dev.bowline.simulator.query;

import dev.bowline.simulator.bson.Document;
import dev.bowline.simulator.bson.Numbers;
import dev.bowline.simulator.bson.Types;
import dev.bowline.simulator.expression.Expression;
import dev.bowline.simulator.expression.ExpressionParser;
import dev.bowline.simulator.expression.QueryError;
import dev.bowline.simulator.query.Projection.Branch;
import dev.bowline.simulator.query.Projection.Node;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads the projections of {@code find} and {@code findAndModify}, and the stages that are projections. */
public final class ProjectionParser {
    private final ExpressionParser expressions;
    private final boolean find;
    private final boolean adding;
    private boolean positional;
    private boolean includes;
    private boolean includesFirst;
    private boolean excludes;
    private boolean computes;
    private @Nullable String firstIncluded;
    private @Nullable String firstExcluded;

    private ProjectionParser(ExpressionParser expressions, boolean find, boolean adding) {
        this.expressions = expressions;
        this.find = find;
        this.adding = adding;
    }

    /** A projection of find; null if it asks for everything. */
    public static @Nullable Projection find(@Nullable Document spec, ExpressionParser expressions) {
        return spec == null || spec.isEmpty()
                ? null
                : new ProjectionParser(expressions, true, false).parse(spec);
    }

    /** The stage {@code $project}. */
    public static Projection project(Document spec, ExpressionParser expressions) {
        if (spec.isEmpty()) {
            throw new QueryError(51272, "Invalid $project :: caused by :: projection specification must have at least "
                    + "one field");
        }
        return prefixed("$project", () -> new ProjectionParser(expressions, false, false).parse(spec));
    }

    /** The stage {@code $addFields}, which is also called {@code $set}. */
    public static Projection addFields(String stage, Document spec, ExpressionParser expressions) {
        if (spec.isEmpty()) {
            throw new QueryError(40177, "Invalid " + stage
                    + " :: caused by :: specification must have at least one field");
        }
        return prefixed(stage, () -> new ProjectionParser(expressions, false, true).parse(spec));
    }

    /** The stage {@code $unset}. */
    public static Projection unset(@Nullable Object spec, ExpressionParser expressions) {
        List<?> names = spec instanceof List<?> list ? list : java.util.Collections.singletonList(spec);
        if (names.isEmpty()) {
            throw new QueryError(31119, "$unset specification must be a string or an array with at least one field");
        }
        Document exclusion = new Document();
        for (Object name : names) {
            if (!(name instanceof String text)) {
                throw new QueryError(spec instanceof List<?> ? 31120 : 31002,
                        "$unset specification must be a string or an array containing only string values");
            }
            exclusion.put(text, false);
        }
        return prefixed("$unset", () -> new ProjectionParser(expressions, false, false).parse(exclusion));
    }

    /** Something that makes a projection. */
    private interface Maker {
        Projection make();
    }

    private static Projection prefixed(String stage, Maker maker) {
        try {
            return maker.make();
        } catch (QueryError e) {
            if (e.refused() != null) {
                throw e;
            }
            throw new QueryError(e.code(), "Invalid " + stage + " :: caused by :: " + e.text(), e.extra());
        }
    }

    private Projection parse(Document spec) {
        Branch root = new Branch();
        for (int i = 0; i < spec.size(); i++) {
            entry(spec.nameAt(i), spec.valueAt(i), "", root);
        }
        if (adding) {
            return new Projection(Projection.Kind.EXCLUSION, root);
        }
        Projection.Kind kind = kind(root);
        if (kind == Projection.Kind.INCLUSION) {
            if (excludes) {
                throw new QueryError(31254, "Cannot do exclusion on field " + firstExcluded
                        + " in inclusion projection");
            }
            root.children().putIfAbsent("_id", new Projection.Keep());
        } else {
            if (includes) {
                throw new QueryError(31253, "Cannot do inclusion on field " + firstIncluded
                        + " in exclusion projection");
            }
            if (computes) {
                throw new QueryError(31252, "Cannot use an expression in an exclusion projection");
            }
            if (positional) {
                throw new QueryError(31395, "positional projection cannot be used with exclusion");
            }
        }
        return new Projection(kind, root);
    }

    private Projection.Kind kind(Branch root) {
        if (firstIncluded != null || firstExcluded != null) {
            boolean inclusion = firstExcluded == null || (firstIncluded != null && includesFirst);
            return inclusion ? Projection.Kind.INCLUSION : Projection.Kind.EXCLUSION;
        }
        if (computes || positional) {
            return Projection.Kind.INCLUSION;
        }
        Node id = root.children().get("_id");
        return id instanceof Projection.Keep || id instanceof Branch
                ? Projection.Kind.INCLUSION
                : Projection.Kind.EXCLUSION;
    }

    private void entry(String given, @Nullable Object value, String prefix, Branch root) {
        String name = given;
        Node leaf = null;
        if (find && name.endsWith(".$")) {
            name = name.substring(0, name.length() - 2);
            if (positional) {
                throw new QueryError(31276, "Cannot specify more than one positional projection per query.");
            }
            if (value instanceof Document) {
                throw new QueryError(31271, "positional projection cannot be used with an expression or "
                        + "sub object");
            }
            if (!Truth.of(value)) {
                throw new QueryError(31395, "positional projection cannot be used with exclusion");
            }
            positional = true;
            leaf = new Projection.Positional();
        }
        String path = prefix + name;
        checkPath(path);
        if (leaf == null && value instanceof Document document) {
            if (document.isEmpty()) {
                if (!adding) {
                    throw new QueryError(51270, "An empty sub-projection is not a valid value. Found empty object at "
                            + "path");
                }
                leaf = new Projection.Computed(new Expression.Literal(document));
            } else if (!document.nameAt(0).startsWith("$")) {
                for (int i = 0; i < document.size(); i++) {
                    String inner = document.nameAt(i);
                    if (inner.startsWith("$")) {
                        throw new QueryError(16410, "FieldPath field names may not start with '$'. Consider using "
                                + "$getField or $setField.");
                    }
                    if (adding && inner.indexOf('.') >= 0) {
                        throw new QueryError(40183, "FieldPath field names may not contain '.' in $addFields.");
                    }
                    entry(inner, document.valueAt(i), path + ".", root);
                }
                return;
            } else {
                leaf = operator(path, document);
            }
        }
        if (leaf == null) {
            leaf = leaf(path, value);
        }
        note(path, leaf);
        insert(path, leaf, root);
    }

    private static void checkPath(String path) {
        if (path.isEmpty()) {
            throw new QueryError(40352, "FieldPath cannot be constructed with empty string");
        }
        if (path.endsWith(".")) {
            throw new QueryError(40353, "FieldPath must not end with a '.'.");
        }
        for (String name : path.split("\\.", -1)) {
            if (name.isEmpty()) {
                throw new QueryError(15998, "FieldPath field names may not be empty strings.");
            }
            if (name.equals("$")) {
                throw new QueryError(31394, "As of 4.4, it's illegal to specify positional operator in the middle of "
                        + "a path.Positional projection may only be used at the end, for example: a.b.$. If the "
                        + "query previously used a form like a.b.$.d, remove the parts following the '$' and the "
                        + "results will be equivalent.");
            }
            if (name.startsWith("$")) {
                throw new QueryError(16410, "FieldPath field names may not start with '$'. Consider using $getField "
                        + "or $setField.");
            }
        }
    }

    private void note(String path, Node leaf) {
        boolean id = path.equals("_id");
        switch (leaf) {
            case Projection.Keep ignored -> {
                if (!id) {
                    includes = true;
                    firstIncluded = firstIncluded == null ? path : firstIncluded;
                    includesFirst |= firstExcluded == null;
                }
            }
            case Projection.Drop ignored -> {
                if (!id) {
                    excludes = true;
                    firstExcluded = firstExcluded == null ? path : firstExcluded;
                }
            }
            case Projection.Computed ignored -> computes = true;
            case Projection.FirstMatching ignored -> computes = true;
            default -> {
            }
        }
    }

    private Node leaf(String path, @Nullable Object value) {
        if (!adding && value instanceof Boolean flag) {
            return flag ? new Projection.Keep() : new Projection.Drop();
        }
        if (!adding && value != null && Types.isNumber(value)) {
            return Numbers.dbl(value) != 0 ? new Projection.Keep() : new Projection.Drop();
        }
        if (find && expressions.wireVersion() < 9) {
            throw new QueryError(2, "Unsupported projection option: " + path + ": " + value);
        }
        return new Projection.Computed(expressions.parse(value));
    }

    private Node operator(String path, Document document) {
        String name = document.nameAt(0);
        Object operand = document.valueAt(0);
        if (document.size() > 1) {
            throw new QueryError(find ? 2 : 15983,
                    "an object representing an expression must have exactly one field: " + document);
        }
        // An array of two numbers, or a number: find's own $slice. Everything else is the expression of that name.
        boolean own = !(operand instanceof List<?> list)
                || (list.size() == 2 && Types.isNumber(list.get(0)) && Types.isNumber(list.get(1)));
        if (find && name.equals("$slice") && own) {
            return slice(operand);
        }
        if (find && name.equals("$elemMatch")) {
            if (path.indexOf('.') >= 0) {
                throw new QueryError(31275, "Cannot use $elemMatch projection on a nested field");
            }
            if (!(operand instanceof Document)) {
                throw new QueryError(31274, "elemMatch: Invalid argument, object required, but got "
                        + Types.name(operand));
            }
            return new Projection.FirstMatching(new FilterParser(expressions).elementTest(operand));
        }
        if (name.equals("$meta") || expressions.wireVersion() >= 9 || !find) {
            return new Projection.Computed(expressions.parse(document));
        }
        throw new QueryError(2, "Unsupported projection option: " + path + ": " + document);
    }

    private static Node slice(@Nullable Object operand) {
        if (operand instanceof List<?> list) {
            Object skip = list.get(0);
            Object count = list.get(1);
            int limit = count instanceof Number n ? (int) Math.min(n.longValue(), Integer.MAX_VALUE) : 0;
            if (limit <= 0) {
                throw new QueryError(28724, "$slice limit must be positive");
            }
            return new Projection.Slice(skip instanceof Number n ? n.intValue() : 0, limit, true);
        }
        if (operand instanceof Number number && Types.isNumber(operand)) {
            return new Projection.Slice(0, (int) Math.max(Integer.MIN_VALUE, Math.min(Integer.MAX_VALUE,
                    number.longValue())), false);
        }
        throw new QueryError(28667, "Invalid $slice syntax. The given syntax { $slice: " + operand
                + " } did not match the find() syntax because :: Location31273: $slice only supports numbers and [x, "
                + "y] arrays :: The given syntax did not match the expression $slice syntax. :: caused by :: "
                + "Expression $slice takes at least 2 arguments, and at most 3, but 1 were passed in.");
    }

    private static void insert(String path, Node leaf, Branch root) {
        Branch branch = root;
        String[] names = path.split("\\.");
        for (int i = 0; i < names.length; i++) {
            Map<String, Node> children = branch.children();
            Node existing = children.get(names[i]);
            if (i == names.length - 1) {
                if (existing != null) {
                    throw new QueryError(31250, "Path collision at " + path);
                }
                children.put(names[i], leaf);
            } else if (existing == null) {
                Branch inner = new Branch();
                children.put(names[i], inner);
                branch = inner;
            } else if (existing instanceof Branch inner) {
                branch = inner;
            } else {
                throw new QueryError(31249, "Path collision at " + path + " remaining portion "
                        + String.join(".", java.util.Arrays.asList(names).subList(i + 1, names.length)));
            }
        }
    }
}
