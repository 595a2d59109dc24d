package dev.bowline.simulator.query;

import dev.bowline.simulator.bson.Document;
import dev.bowline.simulator.bson.Types;
import dev.bowline.simulator.expression.ExpressionParser;
import dev.bowline.simulator.expression.QueryError;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads updates by operators, with their array filters. */
public final class UpdateParser {
    private static final int FAILED_TO_PARSE = 9;

    private final ExpressionParser expressions;
    private final Map<String, Filter> arrayFilters = new LinkedHashMap<>();
    private final Set<String> used = new HashSet<>();
    private final List<Update.Change> changes = new ArrayList<>();

    private UpdateParser(ExpressionParser expressions) {
        this.expressions = expressions;
    }

    /**
     * Reads an update.
     *
     * @param filters the array filters, or null
     */
    public static Update parse(Document update, @Nullable List<?> filters, ExpressionParser expressions) {
        UpdateParser parser = new UpdateParser(expressions);
        parser.filters(filters == null ? List.of() : filters);
        for (int i = 0; i < update.size(); i++) {
            parser.operator(update.nameAt(i), update.valueAt(i));
        }
        for (String identifier : parser.arrayFilters.keySet()) {
            if (!parser.used.contains(identifier)) {
                throw failed("The array filter for identifier '" + identifier + "' was not used in the update "
                        + update);
            }
        }
        checkConflicts(parser.changes);
        parser.changes.sort(UpdateParser::compare);
        return new Update(List.copyOf(parser.changes), Map.copyOf(parser.arrayFilters));
    }

    /** Whether an update is a whole document rather than operators. */
    public static boolean isReplacement(Document update) {
        return update.isEmpty() || !update.nameAt(0).startsWith("$");
    }

    /** Whether this is the name of an update operator. */
    public static boolean isOperator(String name) {
        return UpdateOperators.NAMES.contains(name);
    }

    /** True if two documents are identical, types and the order of fields included. */
    public static boolean same(Document a, Document b) {
        return UpdateOperators.identical(a, b);
    }

    private static QueryError failed(String message) {
        return new QueryError(FAILED_TO_PARSE, message);
    }

    private void filters(List<?> filters) {
        for (Object one : filters) {
            if (!(one instanceof Document document)) {
                throw new QueryError(14, "BSON field 'update.updates.arrayFilters.0' is the wrong type '"
                        + Types.name(one) + "', expected type 'object'");
            }
            Set<String> names = new HashSet<>();
            identifiers(document, names);
            if (names.isEmpty()) {
                throw failed("Cannot use an expression without a top-level field name in arrayFilters");
            }
            if (names.size() > 1) {
                throw failed("Error parsing array filter :: caused by :: Expected a single top-level field name, "
                        + "found " + names.stream().sorted().map(name -> "'" + name + "'").toList());
            }
            String name = names.iterator().next();
            if (!name.matches("[a-z][a-zA-Z0-9]*")) {
                throw new QueryError(2, "Error parsing array filter :: caused by :: The top-level field name must be "
                        + "an alphanumeric string beginning with a lowercase letter, found '" + name + "'");
            }
            if (arrayFilters.put(name, new FilterParser(expressions).parse(document)) != null) {
                throw failed("Found multiple array filters with the same top-level field name " + name);
            }
        }
    }

    private static void identifiers(Document filter, Set<String> into) {
        for (int i = 0; i < filter.size(); i++) {
            String name = filter.nameAt(i);
            if (name.startsWith("$")) {
                if (filter.valueAt(i) instanceof List<?> parts) {
                    parts.forEach(part -> {
                        if (part instanceof Document document) {
                            identifiers(document, into);
                        }
                    });
                }
            } else {
                int dot = name.indexOf('.');
                into.add(dot < 0 ? name : name.substring(0, dot));
            }
        }
    }

    private void operator(String name, @Nullable Object operand) {
        if (!UpdateOperators.NAMES.contains(name)) {
            throw failed("Unknown modifier: " + name + ". Expected a valid update modifier or pipeline-style update "
                    + "specified as an array");
        }
        if (!(operand instanceof Document fields)) {
            throw failed("Modifiers operate on fields but we found type " + Types.name(operand)
                    + " instead. For example: {$mod: {<field>: ...}} not {" + name + ": " + operand + "}");
        }
        if (fields.isEmpty() && expressions.wireVersion() < 13) {
            throw failed("'" + name + "' is empty. You must specify a field like so: {" + name + ": {<field>: ...}}");
        }
        for (int i = 0; i < fields.size(); i++) {
            String path = fields.nameAt(i);
            Object value = fields.valueAt(i);
            if (name.equals("$rename")) {
                rename(path, value);
            } else {
                changes.add(new Update.Change(path, names(path), UpdateOperators.parse(name, path, value, expressions),
                        name.equals("$setOnInsert")));
            }
        }
    }

    private void rename(String from, @Nullable Object target) {
        if (!(target instanceof String to)) {
            throw new QueryError(2, "The 'to' field for $rename must be a string: " + from + ": " + target);
        }
        if (to.indexOf('\0') >= 0) {
            throw new QueryError(2, "The 'to' field for $rename cannot contain an embedded null byte");
        }
        String[] source = names(from);
        String[] destination = names(to);
        for (String part : source) {
            if (part.startsWith("$")) {
                throw new QueryError(2, "The source field for $rename may not be dynamic: " + from);
            }
        }
        for (String part : destination) {
            if (part.startsWith("$")) {
                throw new QueryError(2, "The destination field for $rename may not be dynamic: " + to);
            }
        }
        if (from.equals(to)) {
            throw new QueryError(2, "The source and target field for $rename must differ: " + from + ": \"" + to
                    + "\"");
        }
        if (from.startsWith(to + ".") || to.startsWith(from + ".")) {
            throw new QueryError(2, "The source and target field for $rename must not be on the same path: " + from
                    + ": \"" + to + "\"");
        }
        changes.add(new Update.Change(from, source, new UpdateOperators.Unset(), false));
        changes.add(new Update.Change(to, destination, new UpdateOperators.RenamedFrom(from, source), false));
    }

    private String[] names(String path) {
        if (path.isEmpty()) {
            throw new QueryError(56, "An empty update path is not valid.");
        }
        String[] names = path.split("\\.", -1);
        int positional = 0;
        for (int i = 0; i < names.length; i++) {
            String name = names[i];
            if (name.isEmpty()) {
                throw new QueryError(56, "The update path '" + path + "' contains an empty field name, which is not "
                        + "allowed.");
            }
            if (name.equals("$")) {
                if (i == 0) {
                    throw new QueryError(2, "Cannot have positional (i.e. '$') element in the first position in path '"
                            + path + "'");
                }
                if (++positional > 1) {
                    throw new QueryError(2, "Too many positional (i.e. '$') elements found in path '" + path + "'");
                }
            } else if (name.startsWith("$[")) {
                if (i == 0) {
                    throw new QueryError(2, "Cannot have array filter identifier (i.e. '$[<id>]') element in the first "
                            + "position in path '" + path + "'");
                }
                identifier(name, path);
            } else if (name.startsWith("$") && expressions.wireVersion() < 13 && !Set.of("$ref", "$id", "$db")
                    .contains(name)) {
                throw new QueryError(52, "The dollar ($) prefixed field '" + name + "' in '" + path
                        + "' is not valid for storage.");
            } else if (name.startsWith("$") && i == 0 && expressions.wireVersion() >= 13) {
                throw new QueryError(52, "The dollar ($) prefixed field '" + name + "' in '" + path
                        + "' is not allowed in the context of an update's replacement document. Consider using an "
                        + "aggregation pipeline with $replaceWith.");
            }
        }
        return names;
    }

    private void identifier(String name, String path) {
        if (!name.endsWith("]")) {
            throw new QueryError(2, "Cannot have array filter identifier without a closing bracket in path '" + path
                    + "'");
        }
        String identifier = name.substring(2, name.length() - 1);
        if (identifier.isEmpty()) {
            return;
        }
        if (!arrayFilters.containsKey(identifier)) {
            throw new QueryError(2, "No array filter found for identifier '" + identifier + "' in path '" + path
                    + "'");
        }
        used.add(identifier);
    }

    private static final class Place {
        final Map<String, Place> children = new HashMap<>();
        boolean leaf;
    }

    private static void checkConflicts(List<Update.Change> changes) {
        Place root = new Place();
        for (Update.Change change : changes) {
            Place place = root;
            for (int i = 0; i < change.names().length; i++) {
                if (place.leaf) {
                    throw conflict(change, i);
                }
                place = place.children.computeIfAbsent(change.names()[i], ignored -> new Place());
            }
            if (place.leaf || !place.children.isEmpty()) {
                throw conflict(change, change.names().length);
            }
            place.leaf = true;
        }
    }

    private static QueryError conflict(Update.Change change, int depth) {
        return new QueryError(40, "Updating the path '" + change.path() + "' would create a conflict at '"
                + String.join(".", java.util.Arrays.asList(change.names()).subList(0, depth)) + "'");
    }

    /** Fields are changed in the order of their names, and so new ones are added; numbers count as numbers. */
    private static int compare(Update.Change a, Update.Change b) {
        // A renamed field is read before it is removed.
        int length = Math.min(a.names().length, b.names().length);
        for (int i = 0; i < length; i++) {
            int left = FieldPath.index(a.names()[i]);
            int right = FieldPath.index(b.names()[i]);
            int order = left >= 0 && right >= 0
                    ? Integer.compare(left, right)
                    : a.names()[i].compareTo(b.names()[i]);
            if (order != 0) {
                return order;
            }
        }
        return Integer.compare(a.names().length, b.names().length);
    }
}
