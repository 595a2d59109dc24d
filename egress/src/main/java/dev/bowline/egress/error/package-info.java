/**
 * The exception tree, error labels, and how far an exchange had come when it failed.
 *
 * <p>One unchecked tree under {@link dev.bowline.egress.error.MongoException}. Nothing here holds a credential.
 */
@NullMarked
package dev.bowline.egress.error;

import org.jspecify.annotations.NullMarked;
