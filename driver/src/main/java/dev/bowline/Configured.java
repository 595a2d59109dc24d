package dev.bowline;

import java.util.function.Consumer;

/** Options are given by a function that fills them in. */
final class Configured {
    private Configured() {}

    static <O> O by(Consumer<? super O> options, O fresh) {
        options.accept(fresh);
        return fresh;
    }
}
