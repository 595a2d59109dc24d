/**
 * Runs blocking calls on virtual threads and turns cursors into publishers. A publisher holds a thread only while there
 * is demand.
 */
@org.jspecify.annotations.NullMarked
package dev.bowline.driver.async;
