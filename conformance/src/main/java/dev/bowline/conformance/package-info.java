/**
 * One command that runs the public driver test data against Bowline: finds the files, decides which format each is in,
 * runs its cases, and reports.
 *
 * <p>Cases run one after the other on the calling thread; formats that need threads own them and end them with the
 * case. The entry point is {@link dev.bowline.conformance.SpecCommand}.
 */
@NullMarked
package dev.bowline.conformance;

import org.jspecify.annotations.NullMarked;
