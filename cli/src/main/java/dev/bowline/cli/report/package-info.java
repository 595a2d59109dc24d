/** Reads a flight recording and prints where the time went and what happened to the deployment. */
@NullMarked
package dev.bowline.cli.report;

import org.jspecify.annotations.NullMarked;
