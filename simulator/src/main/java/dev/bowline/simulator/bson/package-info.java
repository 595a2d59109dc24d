/**
 * Documents and their values: the order of BSON types, numbers of four types, keys for hash maps; and bytes to
 * documents and back, with every BSON type preserved.
 *
 * <p>Documents that have been stored are shared and not changed any more; nothing else here is shared between threads.
 */
@NullMarked
package dev.bowline.simulator.bson;

import org.jspecify.annotations.NullMarked;
