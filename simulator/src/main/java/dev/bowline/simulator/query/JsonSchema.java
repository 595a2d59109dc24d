package dev.bowline.simulator.query;

import dev.bowline.simulator.bson.Document;
import dev.bowline.simulator.bson.Keys;
import dev.bowline.simulator.bson.Missing;
import dev.bowline.simulator.bson.Numbers;
import dev.bowline.simulator.bson.Order;
import dev.bowline.simulator.bson.Types;
import dev.bowline.simulator.expression.QueryError;
import dev.bowline.simulator.expression.Regex;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A schema as {@code $jsonSchema} takes it: draft 4 with BSON types, as rules that a value keeps or breaks. */
public final class JsonSchema {
    private static final int FAILED_TO_PARSE = 9;
    private static final int TYPE_MISMATCH = 14;
    private static final Set<String> UNSUPPORTED = Set.of("$ref", "$schema", "default", "definitions", "format", "id");

    /** One keyword of the schema. */
    private record Rule(String keyword, @Nullable Object specified, Check check) {}

    /** Says whether a value keeps a rule. */
    private interface Check {
        boolean accepts(@Nullable Object value);
    }

    /** The title and the description, which an error repeats. */
    private final Document annotations = new Document();
    private final List<Rule> rules = new ArrayList<>();
    private final Map<String, JsonSchema> properties = new LinkedHashMap<>();
    private final Map<Pattern, JsonSchema> patterns = new LinkedHashMap<>();

    private JsonSchema() {}

    public static JsonSchema parse(Document document) {
        JsonSchema schema = new JsonSchema();
        if (document.containsKey("type") && document.containsKey("bsonType")) {
            throw failed("Cannot specify both $jsonSchema keywords 'type' and 'bsonType'");
        }
        for (int i = 0; i < document.size(); i++) {
            schema.keyword(document.nameAt(i), document.valueAt(i), document);
        }
        return schema;
    }

    private static QueryError failed(String message) {
        return new QueryError(FAILED_TO_PARSE, message);
    }

    private static QueryError mismatch(String keyword, String type) {
        return new QueryError(TYPE_MISMATCH, "$jsonSchema keyword '" + keyword + "' must be " + type);
    }

    private void keyword(String name, @Nullable Object value, Document whole) {
        switch (name) {
            case "title", "description" -> {
                if (!(value instanceof String)) {
                    throw mismatch(name, "of type string");
                }
                annotations.put(name, value);
            }
            case "bsonType" -> rule(name, value, of(types(value, true)));
            case "type" -> rule(name, value, of(types(value, false)));
            case "enum" -> {
                List<?> list = array(name, value);
                rule(name, value, given -> list.stream().anyMatch(one -> Order.BINARY.equal(one, given)));
            }
            case "required" -> {
                List<?> list = array(name, value);
                if (list.isEmpty()) {
                    throw failed("$jsonSchema keyword 'required' cannot be an empty array");
                }
                list.forEach(one -> {
                    if (!(one instanceof String)) {
                        throw mismatch(name, "an array of strings");
                    }
                });
                rule(name, value, given -> !(given instanceof Document document)
                        || list.stream().allMatch(document::containsKey));
            }
            case "properties" -> {
                for (Map.Entry<String, Object> entry : object(name, value).entrySet()) {
                    properties.put(entry.getKey(), nested(name, entry.getValue()));
                }
                rule(name, value, given -> !(given instanceof Document document)
                        || properties.entrySet().stream().allMatch(entry -> !document.containsKey(entry.getKey())
                                || entry.getValue().accepts(document.get(entry.getKey()))));
            }
            case "patternProperties" -> {
                for (Map.Entry<String, Object> entry : object(name, value).entrySet()) {
                    patterns.put(Regex.compile(entry.getKey(), ""), nested(name, entry.getValue()));
                }
                rule(name, value, given -> !(given instanceof Document document)
                        || document.entrySet().stream().allMatch(field -> patterns.entrySet().stream().allMatch(
                                entry -> !entry.getKey().matcher(field.getKey()).find()
                                        || entry.getValue().accepts(field.getValue()))));
            }
            case "additionalProperties" -> additionalProperties(name, value);
            case "items" -> items(name, value, whole);
            case "additionalItems" -> {
                if (!(value instanceof Boolean) && !(value instanceof Document)) {
                    throw mismatch(name, "either an object or a boolean");
                }
            }
            case "uniqueItems" -> {
                if (!(value instanceof Boolean unique)) {
                    throw mismatch(name, "a boolean");
                }
                rule(name, value, given -> {
                    Set<Object> seen = new HashSet<>();
                    return !unique || !(given instanceof List<?> list)
                            || list.stream().allMatch(one -> seen.add(Keys.of(one)));
                });
            }
            case "minItems", "maxItems", "minLength", "maxLength", "minProperties", "maxProperties" -> length(name,
                    value);
            case "minimum", "maximum" -> limit(name, value, whole);
            case "exclusiveMinimum", "exclusiveMaximum" -> {
                if (!(value instanceof Boolean)) {
                    throw mismatch(name, "a boolean");
                }
                String limit = name.equals("exclusiveMinimum") ? "minimum" : "maximum";
                if (!whole.containsKey(limit)) {
                    throw failed("$jsonSchema keyword '" + limit + "' must be a present if " + name + " is present");
                }
            }
            case "multipleOf" -> {
                if (value == null || !Types.isNumber(value)) {
                    throw mismatch(name, "a number");
                }
                if (Numbers.dbl(value) <= 0) {
                    throw failed("$jsonSchema keyword 'multipleOf' must have a positive value");
                }
                BigDecimal divisor = Numbers.big(Numbers.decimal(value));
                rule(name, value, given -> given == null || !Types.isNumber(given) || !Numbers.isFinite(given)
                        || Numbers.big(Numbers.decimal(given)).remainder(divisor).signum() == 0);
            }
            case "pattern" -> {
                if (!(value instanceof String text)) {
                    throw mismatch(name, "a string");
                }
                Pattern pattern = Regex.compile(text, "");
                rule(name, value, given -> !(given instanceof String string) || pattern.matcher(string).find());
            }
            case "allOf", "anyOf", "oneOf" -> combination(name, value);
            case "not" -> {
                JsonSchema inner = nested(name, value);
                rule(name, value, given -> !inner.accepts(given));
            }
            case "dependencies" -> dependencies(name, value);
            default -> {
                if (UNSUPPORTED.contains(name)) {
                    throw failed("$jsonSchema keyword '" + name + "' is not currently supported");
                }
                throw failed("Unknown $jsonSchema keyword: " + name);
            }
        }
    }

    private void rule(String name, @Nullable Object specified, Check check) {
        rules.add(new Rule(name, specified, check));
    }

    private static Check of(Set<Integer> types) {
        return value -> types.contains(Types.number(value));
    }

    private static List<?> array(String name, @Nullable Object value) {
        if (value instanceof List<?> list) {
            return list;
        }
        throw mismatch(name, "an array, but found an element of type " + Types.name(value));
    }

    private static Document object(String name, @Nullable Object value) {
        if (value instanceof Document document) {
            return document;
        }
        throw mismatch(name, "an object");
    }

    private static JsonSchema nested(String name, @Nullable Object value) {
        if (value instanceof Document document) {
            return parse(document);
        }
        throw new QueryError(TYPE_MISMATCH, "Nested schema for $jsonSchema keyword '" + name + "' must be an object");
    }

    private static Set<Integer> types(@Nullable Object value, boolean bson) {
        Set<Integer> result = new LinkedHashSet<>();
        List<?> names = value instanceof List<?> list ? list : java.util.Collections.singletonList(value);
        if (names.isEmpty()) {
            throw failed("$jsonSchema keyword 'type' must name at least one type");
        }
        for (Object one : names) {
            if (!(one instanceof String name)) {
                throw mismatch(bson ? "bsonType" : "type", "either a string or an array of strings");
            }
            if (name.equals("number")) {
                result.addAll(List.of(1, 16, 18, 19));
            } else if (!bson && name.equals("boolean")) {
                result.add(8);
            } else if (!bson && name.equals("integer")) {
                throw failed("$jsonSchema type 'integer' is not currently supported.");
            } else if (!bson && !Set.of("object", "array", "string", "null").contains(name)) {
                throw new QueryError(2, "Unknown type name alias: " + name);
            } else if (Types.named(name) == -2) {
                throw new QueryError(2, "Unknown type name alias: " + name);
            } else {
                result.add(Types.named(name));
            }
        }
        return result;
    }

    private void additionalProperties(String name, @Nullable Object value) {
        JsonSchema inner = value instanceof Document document ? parse(document) : null;
        if (inner == null && !(value instanceof Boolean)) {
            throw mismatch(name, "an object or a boolean");
        }
        if (Boolean.TRUE.equals(value)) {
            return;
        }
        rule(name, value, given -> {
            if (!(given instanceof Document document)) {
                return true;
            }
            for (int i = 0; i < document.size(); i++) {
                String field = document.nameAt(i);
                boolean known = properties.containsKey(field)
                        || patterns.keySet().stream().anyMatch(pattern -> pattern.matcher(field).find());
                if (!known && (inner == null || !inner.accepts(document.valueAt(i)))) {
                    return false;
                }
            }
            return true;
        });
    }

    private void items(String name, @Nullable Object value, Document whole) {
        if (value instanceof Document document) {
            JsonSchema inner = parse(document);
            rule(name, value, given -> !(given instanceof List<?> list) || list.stream().allMatch(inner::accepts));
            return;
        }
        List<JsonSchema> inOrder = new ArrayList<>();
        array(name, value).forEach(one -> inOrder.add(nested(name, one)));
        Object more = whole.get("additionalItems");
        JsonSchema rest = more instanceof Document document ? parse(document) : null;
        rule(name, value, given -> {
            if (!(given instanceof List<?> list)) {
                return true;
            }
            for (int i = 0; i < list.size(); i++) {
                JsonSchema schema = i < inOrder.size() ? inOrder.get(i) : rest;
                if (schema == null ? Boolean.FALSE.equals(more) : !schema.accepts(list.get(i))) {
                    return false;
                }
            }
            return true;
        });
    }

    private void length(String name, @Nullable Object value) {
        if (value == null || !Types.isNumber(value)) {
            throw mismatch(name, "a number");
        }
        if (!Types.isWhole(value) || Numbers.dbl(value) < 0) {
            throw failed("$jsonSchema keyword '" + name + "' must be a non-negative integer");
        }
        long limit = ((Number) value).longValue();
        rule(name, value, given -> {
            long size;
            if (name.endsWith("Items")) {
                size = given instanceof List<?> list ? list.size() : -1;
            } else if (name.endsWith("Length")) {
                size = given instanceof String text ? text.codePointCount(0, text.length()) : -1;
            } else {
                size = given instanceof Document document ? document.size() : -1;
            }
            return size < 0 || (name.startsWith("min") ? size >= limit : size <= limit);
        });
    }

    private void limit(String name, @Nullable Object value, Document whole) {
        if (value == null || !Types.isNumber(value)) {
            throw mismatch(name, "a number");
        }
        boolean minimum = name.equals("minimum");
        boolean exclusive = Boolean.TRUE.equals(whole.get(minimum ? "exclusiveMinimum" : "exclusiveMaximum"));
        rule(name, value, given -> {
            if (given == null || !Types.isNumber(given)) {
                return true;
            }
            int order = Numbers.compare(given, value);
            return order == 0 ? !exclusive : order > 0 == minimum;
        });
    }

    private void combination(String name, @Nullable Object value) {
        List<JsonSchema> inner = new ArrayList<>();
        array(name, value).forEach(one -> inner.add(nested(name, one)));
        if (inner.isEmpty()) {
            throw new QueryError(2, "$jsonSchema keyword '" + name + "' must be a non-empty array");
        }
        rule(name, value, given -> {
            long accepted = inner.stream().filter(schema -> schema.accepts(given)).count();
            return switch (name) {
                case "allOf" -> accepted == inner.size();
                case "anyOf" -> accepted > 0;
                default -> accepted == 1;
            };
        });
    }

    private void dependencies(String name, @Nullable Object value) {
        for (Map.Entry<String, Object> entry : object(name, value).entrySet()) {
            JsonSchema inner = entry.getValue() instanceof Document document ? parse(document) : null;
            List<?> names = inner == null ? array(name, entry.getValue()) : List.of();
            rule(name, value, given -> !(given instanceof Document document) || !document.containsKey(entry.getKey())
                    || (inner == null ? names.stream().allMatch(document::containsKey) : inner.accepts(document)));
        }
    }

    public boolean accepts(@Nullable Object value) {
        for (Rule rule : rules) {
            if (!rule.check().accepts(value)) {
                return false;
            }
        }
        return true;
    }

    /** Which rules a document breaks, as the details of a failed validation list them. */
    List<Object> broken(Document document) {
        List<Object> result = new ArrayList<>();
        for (Rule rule : rules) {
            if (rule.check().accepts(document)) {
                continue;
            }
            Document detail = new Document("operatorName", rule.keyword());
            switch (rule.keyword()) {
                case "properties" -> detail.append("propertiesNotSatisfied", brokenProperties(document));
                case "required" -> {
                    List<Object> missing = new ArrayList<>();
                    if (rule.specified() instanceof List<?> names) {
                        names.stream().filter(one -> !document.containsKey(one)).forEach(missing::add);
                    }
                    detail.append("specifiedAs", new Document("required", rule.specified()))
                            .append("missingProperties", missing);
                }
                default -> detail.append("specifiedAs", new Document(rule.keyword(), rule.specified()));
            }
            result.add(detail);
        }
        return result;
    }

    private List<Object> brokenProperties(Document document) {
        List<Object> result = new ArrayList<>();
        properties.forEach((name, schema) -> {
            Object value = document.value(name);
            if (Missing.is(value) || schema.accepts(value)) {
                return;
            }
            List<Object> details = new ArrayList<>();
            if (value instanceof Document inner) {
                details.addAll(schema.broken(inner));
            } else {
                for (Rule rule : schema.rules) {
                    if (!rule.check().accepts(value)) {
                        details.add(detail(rule, value));
                    }
                }
            }
            Document property = new Document("propertyName", name);
            property.putAll(schema.annotations);
            result.add(property.append("details", details));
        });
        return result;
    }

    private static Document detail(Rule rule, @Nullable Object value) {
        boolean type = rule.keyword().equals("bsonType") || rule.keyword().equals("type");
        Document detail = new Document("operatorName", rule.keyword())
                .append("specifiedAs", new Document(rule.keyword(), rule.specified()))
                .append("reason", switch (rule.keyword()) {
                    case "bsonType", "type" -> "type did not match";
                    case "enum" -> "value was not found in enum";
                    case "pattern" -> "regular expression did not match";
                    case "minLength", "maxLength" -> "specified string length was not satisfied";
                    case "multipleOf" -> "considered value is not a multiple of the specified value";
                    case "minItems", "maxItems" -> "array did not match specified length";
                    case "uniqueItems" -> "found a duplicate item";
                    default -> "comparison failed";
                }).append("consideredValue", value);
        return type ? detail.append("consideredType", Types.name(value)) : detail;
    }

    /** The details of a document's failing a validator that consists of this schema. */
    public Document failure(Document document) {
        Document result = new Document("operatorName", "$jsonSchema");
        result.putAll(annotations);
        return result.append("schemaRulesNotSatisfied", broken(document));
    }
}
