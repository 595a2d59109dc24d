/**
 * Settings that clients and executors share: credentials, the stable API, monitoring mode, wrapping library. Immutable
 * values.
 */
@org.jspecify.annotations.NullMarked
package dev.bowline.settings;
