/**
 * The exception tree, error labels, and how far an exchange had come when it failed.
 *
 * <p>One unchecked tree under {@link dev.bowline.error.MongoException}. Nothing here holds a credential.
 */
@NullMarked
package dev.bowline.error;

import org.jspecify.annotations.NullMarked;
