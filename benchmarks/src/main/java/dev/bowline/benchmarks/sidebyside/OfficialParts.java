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
        OfficialSelection chooser = selection;
        if (chooser != null) {
            return repeated(chooser::select);
        }
        OfficialPool filled = pool;
        if (filled == null) {
            throw new IllegalArgumentException(work + " needs a client");
        }
        if (work == Work.CHECK_OUT) {
            return repeated(() -> filled.checkOut().close());
        }
        return () -> {
            var held = filled.checkOut();
            PairedPools.hold();
            held.close();
        };
    }

    /** So often that looking at the clock, which costs as much as what is measured, does not count. */
    private static Operation.Blocking repeated(Runnable once) {
        return () -> {
            for (int i = 0; i < Contests.REPETITIONS; i++) {
                once.run();
            }
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
