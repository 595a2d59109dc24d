/**
 * Aggregation expressions in a fluent, typed form, by the names that users of the official driver know: start at
 * {@link dev.bowline.model.mql.MqlValues}, with {@code current()} for the current document or {@code of(...)} for a
 * constant, and go on with what its type offers. An expression may stand wherever a builder of
 * {@code dev.bowline.model} takes one, and within documents; it becomes BSON when it is sent, with the codecs of the
 * collection it is used on.
 *
 * <p>Types are promises of the author: {@code getInteger("a")} says that the field is there and an integer, and nothing
 * checks it but the server. Where that is not sure, {@code getInteger("a", other)}, {@code isIntegerOr} and
 * {@code switchOn} check.
 *
 * <p>Inside, every expression is a tree of {@code Node}s, and one class, {@code Expression}, is all types at once; what
 * a function renders to stands in the interface that offers it. Everything here is immutable. Operators that only newer
 * servers have are named with their functions; the rest is for MongoDB 5.0 and later.
 */
@NullMarked
package dev.bowline.model.mql;

import org.jspecify.annotations.NullMarked;
