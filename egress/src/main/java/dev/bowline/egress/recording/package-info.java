/**
 * Events for JDK Flight Recorder: operations, retries, connections, slow check-outs, cleared pools, changed servers and
 * heartbeats. Nothing is made unless a recording runs that wants them; {@code bowline report} reads such a recording.
 * The client of an event is the id of its topology, which the log at DEBUG has too; pools do not know theirs.
 *
 * <p>Recording takes no lock and waits for nothing, so it may be called under any lock.
 */
@NullMarked
package dev.bowline.egress.recording;

import org.jspecify.annotations.NullMarked;
