package dev.bowline.benchmarks.sidebyside;

import java.util.concurrent.CompletionStage;

/** One operation of one caller, to be done over and over. */
sealed interface Operation {
    /** Returns when it is done. */
    non-sealed interface Blocking extends Operation {
        void run();
    }

    /** Returns at once. */
    non-sealed interface Asynchronous extends Operation {
        CompletionStage<?> start();
    }

    /** Does it once, whatever it is. */
    static void once(Operation operation) {
        switch (operation) {
            case Blocking blocking -> blocking.run();
            case Asynchronous asynchronous -> asynchronous.start().toCompletableFuture().join();
        }
    }
}
