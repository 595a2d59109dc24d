package dev.bowline.simulator.time;

import java.util.function.LongConsumer;

/**
 * Plays a random test from several seeds. One that fails ends the test with an error whose message holds, in one line,
 * the command that plays this seed alone.
 *
 * <pre>{@code
 * @Test
 * void ordersSurvive() {
 *     Seeds.play(1, 100, seed -> new Simulation(seed).run(() -> ...));
 * }
 * }</pre>
 */
public final class Seeds {
    /** The system property that holds the only seed to play. */
    public static final String PROPERTY = "bowline.seed";

    private Seeds() {}

    /**
     * Plays so many seeds from the first one on, or only that of the system property {@code bowline.seed} if it is set.
     *
     * @throws AssertionError with the line that replays it, if one fails
     */
    public static void play(long first, int count, LongConsumer test) {
        Long only = Long.getLong(PROPERTY);
        long from = only == null ? first : only;
        long to = only == null ? first + count : only + 1;
        for (long seed = from; seed < to; seed++) {
            try {
                test.accept(seed);
            } catch (RuntimeException | Error e) {
                throw new AssertionError(replay(seed) + "\n" + e, e);
            }
        }
    }

    /** The line that replays a seed: the test that called, and the property. */
    private static String replay(long seed) {
        String caller = StackWalker.getInstance().walk(frames -> frames
                .filter(frame -> !frame.getClassName().equals(Seeds.class.getName())
                        && !frame.getMethodName().startsWith("lambda$"))
                .findFirst().map(frame -> simple(frame.getClassName()) + "#" + frame.getMethodName()).orElse("?"));
        return "Seed " + seed + " failed; replay with: mvn test -Dtest=" + caller
                + " -Dsurefire.failIfNoSpecifiedTests=false -D" + PROPERTY + "=" + seed;
    }

    private static String simple(String className) {
        return className.substring(className.lastIndexOf('.') + 1);
    }
}
