/**
 * A deployment for every test of a JUnit class. The only room that needs JUnit.
 *
 * <p>JUnit calls it from one thread per test; it holds no state of its own beyond the test's store.
 */
@NullMarked
package dev.bowline.simulator.junit;

import org.jspecify.annotations.NullMarked;
