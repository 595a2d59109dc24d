/** Results of writes, and the errors that servers report inside of them: immutable values. */
@org.jspecify.annotations.NullMarked
package dev.bowline.result;
