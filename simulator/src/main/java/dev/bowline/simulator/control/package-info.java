/**
 * Controls a running deployment from outside: by words on a keyboard or by HTTP, so that programs in any language can
 * kill, freeze and partition its members and ask what their client did.
 *
 * <p>Commands run on the thread that brings them, the web server's or the keyboard's, one at a time. Nothing is kept
 * here.
 */
@NullMarked
package dev.bowline.simulator.control;

import org.jspecify.annotations.NullMarked;
