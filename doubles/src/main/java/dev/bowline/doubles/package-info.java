/**
 * What stands in for the connections, environments and hosts of egress where a test or a benchmark needs none of its
 * own. Compiled into the tests of egress, and into the simulator for the modules above it, but into no jar that an
 * application uses.
 *
 * <p>No locks; what a double remembers is safe to read from any thread.
 */
@NullMarked
package dev.bowline.doubles;

import org.jspecify.annotations.NullMarked;
