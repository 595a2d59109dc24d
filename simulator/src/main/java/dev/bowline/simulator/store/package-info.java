/**
 * One member's data: collections and their indexes, whose every change is captured as an effect that can be replayed on
 * another member and undone.
 *
 * <p>Nothing here locks. A {@link dev.bowline.simulator.store.Store} is guarded by its member's data lock, and
 * documents inside effects are never changed once captured.
 */
@NullMarked
package dev.bowline.simulator.store;

import org.jspecify.annotations.NullMarked;
