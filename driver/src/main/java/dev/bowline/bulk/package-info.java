/** Models and options of bulk writes. */
@org.jspecify.annotations.NullMarked
package dev.bowline.bulk;
