/**
 * Spans of transactions, operations and commands, as the OpenTelemetry specification for drivers prescribes them. No lock;
 * a span belongs to the thread that runs its operation.
 */
@NullMarked
package dev.bowline.opentelemetry;

import org.jspecify.annotations.NullMarked;
