package dev.bowline.benchmarks.sidebyside;

import dev.bowline.benchmarks.bson.BsonWork;
import dev.bowline.benchmarks.pool.OfficialPool;
import dev.bowline.benchmarks.pool.PairedPools;
import dev.bowline.benchmarks.selection.OfficialSelection;
import org.jspecify.annotations.Nullable;

/** The same parts of the official driver. */
final class OfficialParts implements Contestant {
    private static final int CONNECTIONS = 10;

    private final @Nullable OfficialPool pool;
    private final @Nullable OfficialSelection selection;

    OfficialParts(Work work) {
        try {
            pool = work == Work.CHECK_OUT || work == Work.CHECK_OUT_AND_HOLD ? new OfficialPool(CONNECTIONS) : null;
            selection = work == Work.SELECT_OF_3
                    ? OfficialSelection.replicaSet(3)
                    : work == Work.SELECT_OF_1000 ? OfficialSelection.routers(1000) : null;
        } catch (Exception e) {
            throw new IllegalStateException("The official driver's parts could not be made", e);
        }
    }

    @Override
    public Operation.Blocking operation(Work work, int caller) {
        if (work.shape() != null) {
            BsonWork bson = new BsonWork(work.shape());
            return work.encodes() ? bson::encodeTheirs : bson::decodeTheirs;
        }
        if (selection != null) {
            return selection::select;
        }
        OfficialPool filled = pool;
        if (filled == null) {
            throw new IllegalArgumentException(work + " needs a client");
        }
        boolean holds = work == Work.CHECK_OUT_AND_HOLD;
        return () -> {
            var held = filled.checkOut();
            if (holds) {
                PairedPools.hold();
            }
            held.close();
        };
    }

    @Override
    public void close() {
        if (pool != null) {
            pool.close();
        }
        if (selection != null) {
            selection.close();
        }
    }
}
