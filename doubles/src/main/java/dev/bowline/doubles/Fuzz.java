package dev.bowline.doubles;

import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Feeds changed examples to a target and holds it to three promises: it ends in a value or in an exception of ours, in
 * time, and with memory in proportion to the input. Each input follows from the seed and its number alone, so that a
 * finding can be repeated: {@code -Dbowline.fuzz.seed=... -Dbowline.fuzz.only=...}.
 */
public final class Fuzz {
    /** What the inputs are given to. */
    @FunctionalInterface
    public interface Target {
        /**
         * Feeds one input to the parser under test.
         *
         * @return whether the input made a value; false if it was refused as it should be
         * @throws Exception for a finding
         */
        boolean accepts(byte[] input) throws Exception;
    }

    /** So few inputs are part of every build, which must not fail by chance: they are the same each time. */
    private static final long SHORT_RUN = 100_000;
    private static final long SHORT_RUN_SEED = 20_240_510;
    private static final int MAX_INPUT_BYTES = 4096;
    private static final long MAX_CPU_NANOS = TimeUnit.SECONDS.toNanos(1);
    /** Numbers at which lengths, counters and signs change their minds. */
    private static final int[] NUMBERS = {0, 1, -1, 2, 3, 4, 5, 7, 8, 15, 16, 17, 127, 128, 255, 256, 1024, 32767,
            65535,
            65536, 1 << 20, 16 * 1024 * 1024, 48_000_000, 1 << 28, Integer.MAX_VALUE, Integer.MIN_VALUE,
            Integer.MAX_VALUE - 1, Integer.MIN_VALUE + 1};

    private final String name;
    private final Target target;
    private final List<byte[]> examples = new ArrayList<>();
    private final List<byte[]> words = new ArrayList<>();
    private long bytesPerByte = 200;
    private long bytesAtLeast = 200_000;

    public Fuzz(String name, Target target) {
        this.name = name;
        this.target = target;
    }

    /** Adds something to start from. */
    public Fuzz example(byte[] bytes) {
        examples.add(bytes);
        return this;
    }

    public Fuzz example(String text) {
        return example(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Adds pieces that mean something to the target, to be put in here and there. */
    public Fuzz words(String... pieces) {
        for (String piece : pieces) {
            words.add(piece.getBytes(StandardCharsets.UTF_8));
        }
        return this;
    }

    /** Sets how much may be allocated for one input: so much in any case, and so much for each of its bytes. */
    public Fuzz memory(long atLeast, long perByte) {
        bytesAtLeast = atLeast;
        bytesPerByte = perByte;
        return this;
    }

    /** Runs so many inputs, prints what came of them, and throws an {@link AssertionError} at the first finding. */
    public void run(long inputs) {
        long seed = Long.getLong("bowline.fuzz.seed",
                inputs <= SHORT_RUN ? SHORT_RUN_SEED : System.nanoTime());
        long only = Long.getLong("bowline.fuzz.only", -1);
        System.out.println("Fuzzing " + name + " with -Dbowline.fuzz.seed=" + seed);
        com.sun.management.ThreadMXBean threads = (com.sun.management.ThreadMXBean) ManagementFactory
                .getThreadMXBean();
        long accepted = 0;
        long mostBytes = 0;
        long slowest = 0;
        for (long number = Math.max(0, only); number < (only < 0 ? inputs : only + 1); number++) {
            byte[] input = input(seed, number);
            long bytesBefore = threads.getCurrentThreadAllocatedBytes();
            long before = System.nanoTime();
            try {
                if (target.accepts(input)) {
                    accepted++;
                }
            } catch (Exception | StackOverflowError | AssertionError e) {
                throw finding(seed, number, input, "ended in " + e, e);
            }
            long took = System.nanoTime() - before;
            long bytes = threads.getCurrentThreadAllocatedBytes() - bytesBefore;
            // The first inputs load classes.
            if (number - Math.max(0, only) > 1000 || only >= 0) {
                slowest = Math.max(slowest, took);
                mostBytes = Math.max(mostBytes, bytes);
                long limit = bytesAtLeast + bytesPerByte * input.length;
                if (bytes > limit && bytesAgain(input, threads) > limit) {
                    throw finding(seed, number, input, "allocated " + bytes + " bytes", null);
                }
                if (took > MAX_CPU_NANOS && again(input, threads) > MAX_CPU_NANOS) {
                    throw finding(seed, number, input, "took " + took + " ns", null);
                }
            }
        }
        System.out.println("Fuzzed " + name + ": " + inputs + " inputs, " + accepted + " accepted, at most " + mostBytes
                + " bytes allocated, slowest " + TimeUnit.NANOSECONDS.toMicros(slowest) + " us, seed " + seed);
    }

    /**
     * What an input takes that seemed to take too much: the first time, it may have loaded classes and linked calls.
     */
    private long bytesAgain(byte[] input, com.sun.management.ThreadMXBean threads) {
        long before = threads.getCurrentThreadAllocatedBytes();
        again(input, threads);
        return threads.getCurrentThreadAllocatedBytes() - before;
    }

    /** The processor's time for an input that seemed slow, on a machine that others use too. */
    private long again(byte[] input, com.sun.management.ThreadMXBean threads) {
        long before = threads.getCurrentThreadCpuTime();
        try {
            target.accepts(input);
        } catch (Exception e) {
            throw new AssertionError("Ended differently the second time", e);
        }
        return threads.getCurrentThreadCpuTime() - before;
    }

    private AssertionError finding(long seed, long number, byte[] input, String what, @Nullable Throwable cause) {
        return new AssertionError("An input of " + name + " " + what + "; repeat with -Dbowline.fuzz.seed=" + seed
                + " -Dbowline.fuzz.only=" + number + "; in Base64: " + Base64.getEncoder().encodeToString(input),
                cause);
    }

    private byte[] input(long seed, long number) {
        SplittableRandom random = new SplittableRandom(seed * 31 + number);
        byte[] bytes = examples.get(random.nextInt(examples.size())).clone();
        int changes = 1 + random.nextInt(1 + random.nextInt(6));
        for (int i = 0; i < changes; i++) {
            bytes = changed(bytes, random);
        }
        return bytes.length <= MAX_INPUT_BYTES ? bytes : Arrays.copyOf(bytes, MAX_INPUT_BYTES);
    }

    private byte[] changed(byte[] bytes, SplittableRandom random) {
        int length = bytes.length;
        int at = length == 0 ? 0 : random.nextInt(length);
        int left = length - at;
        return switch (random.nextInt(12)) {
            case 0 -> length == 0 ? bytes : with(bytes, at, (byte) (bytes[at] ^ 1 << random.nextInt(8)));
            case 1 -> length == 0 ? bytes : with(bytes, at, (byte) random.nextInt(256));
            case 2 -> numbered(bytes, at, NUMBERS[random.nextInt(NUMBERS.length)]);
            case 3 -> numbered(bytes, at, number(bytes, at) + random.nextInt(-8, 9));
            case 4 -> spliced(bytes, at, Math.min(left, 1 + random.nextInt(16)), new byte[0]);
            case 5 -> spliced(bytes, at, 0,
                    Arrays.copyOfRange(bytes, at, at + Math.min(left, 1 + random.nextInt(32))));
            case 6 -> Arrays.copyOf(bytes, at);
            case 7 -> withPieceOfAnother(bytes, at, random);
            case 8 -> withOtherDigit(bytes, at, random);
            case 9 -> withRun(bytes, at, random);
            default -> withWord(bytes, at, random);
        };
    }

    private byte[] withPieceOfAnother(byte[] bytes, int at, SplittableRandom random) {
        byte[] other = examples.get(random.nextInt(examples.size()));
        int from = other.length == 0 ? 0 : random.nextInt(other.length);
        int to = Math.min(other.length, from + 1 + random.nextInt(64));
        return spliced(bytes, at, Math.min(bytes.length - at, random.nextInt(64)),
                Arrays.copyOfRange(other, from, to));
    }

    /** A digit becomes another, so that numbers in text change. */
    private static byte[] withOtherDigit(byte[] bytes, int at, SplittableRandom random) {
        for (int i = at; i < bytes.length; i++) {
            if (bytes[i] >= '0' && bytes[i] <= '9') {
                return with(bytes, i, (byte) ('0' + random.nextInt(10)));
            }
        }
        return bytes;
    }

    private static byte[] withRun(byte[] bytes, int at, SplittableRandom random) {
        byte[] run = new byte[1 + random.nextInt(random.nextInt(20) == 0 ? 1000 : 8)];
        Arrays.fill(run, bytes.length == 0 ? (byte) '[' : bytes[at]);
        return spliced(bytes, at, 0, run);
    }

    private byte[] withWord(byte[] bytes, int at, SplittableRandom random) {
        if (words.isEmpty()) {
            return bytes.length == 0 ? bytes : with(bytes, at, (byte) random.nextInt(32));
        }
        byte[] word = words.get(random.nextInt(words.size()));
        return spliced(bytes, at, random.nextBoolean() ? 0 : Math.min(bytes.length - at, word.length), word);
    }

    private static byte[] with(byte[] bytes, int at, byte value) {
        byte[] copy = bytes.clone();
        copy[at] = value;
        return copy;
    }

    private static int number(byte[] bytes, int at) {
        int number = 0;
        for (int i = Math.min(3, bytes.length - at - 1); i >= 0; i--) {
            number = number << 8 | (bytes[at + i] & 0xFF);
        }
        return number;
    }

    private static byte[] numbered(byte[] bytes, int at, int value) {
        byte[] copy = bytes.clone();
        for (int i = 0; i < 4 && at + i < copy.length; i++) {
            copy[at + i] = (byte) (value >>> (8 * i));
        }
        return copy;
    }

    private static byte[] spliced(byte[] bytes, int at, int count, byte[] piece) {
        byte[] whole = new byte[bytes.length - count + piece.length];
        System.arraycopy(bytes, 0, whole, 0, at);
        System.arraycopy(piece, 0, whole, at, piece.length);
        System.arraycopy(bytes, at + count, whole, at + piece.length, bytes.length - at - count);
        return whole;
    }
}
