/** What the executor adds to an exchange: the cost of a callback, and of a remote command against bare sockets. */
@NullMarked
package dev.bowline.benchmarks.executor;

import org.jspecify.annotations.NullMarked;
