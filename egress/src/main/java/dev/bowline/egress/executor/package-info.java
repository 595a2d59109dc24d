/**
 * Remote commands as values, and an executor that runs them on many hosts (the egress networking document).
 *
 * <p>Blocking code on virtual threads underneath; there is no second I/O path.
 */
@NullMarked
package dev.bowline.egress.executor;

import org.jspecify.annotations.NullMarked;
