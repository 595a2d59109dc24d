package dev.bowline.benchmarks.sidebyside;

import dev.bowline.benchmarks.bson.BsonWork;
import dev.bowline.benchmarks.pool.BowlinePool;
import dev.bowline.benchmarks.pool.PairedPools;
import dev.bowline.benchmarks.selection.BowlineSelection;
import dev.bowline.egress.recording.RecordedOperation;
import org.jspecify.annotations.Nullable;

/** Parts of Bowline that work without a server. */
final class BowlineParts implements Contestant {
    private static final int CONNECTIONS = 10;

    private final @Nullable BowlinePool pool;
    private final @Nullable BowlineSelection selection;

    BowlineParts(Work work) {
        pool = work == Work.CHECK_OUT || work == Work.CHECK_OUT_AND_HOLD ? new BowlinePool(CONNECTIONS) : null;
        selection = work == Work.SELECT_OF_3
                ? BowlineSelection.replicaSet(3)
                : work == Work.SELECT_OF_1000 ? BowlineSelection.routers(1000) : null;
    }

    @Override
    public Operation.Blocking operation(Work work, int caller) {
        if (work.shape() != null) {
            BsonWork bson = new BsonWork(work.shape());
            return work.encodes() ? bson::encodeOurs : bson::decodeOurs;
        }
        if (work == Work.CHECK_RECORDING) {
            return repeated(BowlineParts::checkRecording);
        }
        BowlineSelection chooser = selection;
        if (chooser != null) {
            return repeated(chooser::select);
        }
        BowlinePool filled = pool;
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

    private static void checkRecording() {
        if (RecordedOperation.start() != null) {
            throw new IllegalStateException("A recording runs");
        }
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
