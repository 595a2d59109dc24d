/**
 * A server as its clients see it: messages, commands, cursors, sessions, authentication and fail points in front of a
 * member of a replica set or of a whole one.
 *
 * <p>One thread per connection reads a request, executes it and writes the reply, and waits, where a command has to
 * wait, by parking through the environment. Plain locks guard the tables of connections, cursors and fail points; none
 * is held while waiting or while the data lock is asked for.
 */
@NullMarked
package dev.bowline.simulator.server;

import org.jspecify.annotations.NullMarked;
