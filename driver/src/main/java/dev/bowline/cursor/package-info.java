/** Cursors over the results of operations. One thread uses a cursor at a time. */
@org.jspecify.annotations.NullMarked
package dev.bowline.cursor;
