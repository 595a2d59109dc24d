/**
 * Bytes to the documents of the embedded query engine and back, with every BSON type preserved.
 *
 * <p>The engine's own codec drops binary subtypes and rejects rarer types; these keep them. Nothing here is shared
 * between threads.
 */
@NullMarked
package dev.bowline.simulator.bson;

import org.jspecify.annotations.NullMarked;
