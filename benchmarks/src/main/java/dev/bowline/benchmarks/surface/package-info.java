/**
 * Long transfers beside the official driver: a file of 50 MB stored and read, and a change stream of 100,000 events.
 * Both drivers run in turns on one thread of one JVM, against a server of canned replies in a process of its own.
 */
@NullMarked
package dev.bowline.benchmarks.surface;

import org.jspecify.annotations.NullMarked;
