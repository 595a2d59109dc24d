/**
 * How Java records, sealed interfaces, enums and optionals become BSON without being registered, and how Extended JSON
 * does.
 *
 * <p>Codecs are immutable once made and may be used by any thread. Names: a component is stored under its own name, or
 * what {@code @BsonProperty} says; one called {@code id} or {@code _id}, or marked {@code @BsonId}, under {@code _id}.
 * Components that are null are left out. The field {@code _t} names the type within a sealed hierarchy.
 */
@NullMarked
package dev.bowline.codec;

import org.jspecify.annotations.NullMarked;
