package dev.bowline.benchmarks.results;

import java.util.Arrays;
import java.util.Locale;

/** What can be measured, in the order of the tables' columns. */
public enum Measure {
    CPU_MICROS("cpuMicros", "CPU us/op", 1, true),
    BYTES("bytes", "bytes/op", 0, true),
    CALLS("calls", "read and write calls/op", 2, true),
    ALL_CALLS("allCalls", "all system calls/op", 2, true),
    PER_SECOND("perSecond", "ops/s", 0, false),
    P50_MICROS("p50Micros", "p50 us", 1, true),
    P99_MICROS("p99Micros", "p99 us", 1, true),
    P999_MICROS("p999Micros", "p99.9 us", 1, true),
    LONGEST_MILLIS("longestMillis", "longest ms", 2, true),
    /** Garbage collection; the mean over a slice, whose collections may be none or one. */
    GC_MICROS("gcMicros", "GC us/op", 2, true),
    /** Wall time from before the client is made until its first operation has returned. */
    FIRST_MILLIS("firstMillis", "first operation ms", 1, true),
    /** CPU time of the whole process until then. */
    FIRST_CPU_MILLIS("firstCpuMillis", "CPU until then ms", 1, true),
    /** How long no write was acknowledged. */
    GAP_MILLIS("gapMillis", "gap ms", 1, true),
    NO_PRIMARY_MILLIS("noPrimaryMillis", "without a primary ms", 1, true),
    BEYOND_MILLIS("beyondMillis", "gap beyond it ms", 1, true),
    BLOCKED("blocked", "blocked for good", 0, true),
    HEAP_KB("heapKilobytes", "heap KB/client", 0, true),
    NATIVE_KB("nativeKilobytes", "other memory KB/client", 0, true),
    MEMORY_KB("memoryKilobytes", "memory KB/client", 0, true),
    THREADS("threads", "threads/client", 2, true),
    PROCESS_THREADS("processThreads", "threads once per process", 0, true),
    IDLE_CPU_MICROS("idleCpuMicros", "idle CPU us/s", 0, true),
    HEARTBEATS("heartbeats", "heartbeats", 0, true),
    OPENED("opened", "connections opened", 0, true),
    FAILED("failed", "failed", 0, true),
    LATE("late", "late", 0, true),
    SERVER_SHARE("serverShare", "server CPU", 2, true),
    /** Of the time of a contestant, that in which it no longer got faster; 0 if it did to the end. */
    WARM_SHARE("warmShare", "warm", 2, false);

    private final String key;
    private final String title;
    private final int digits;
    private final boolean lowerIsBetter;

    Measure(String key, String title, int digits, boolean lowerIsBetter) {
        this.key = key;
        this.title = title;
        this.digits = digits;
        this.lowerIsBetter = lowerIsBetter;
    }

    public String key() {
        return key;
    }

    public String title() {
        return title;
    }

    public boolean lowerIsBetter() {
        return lowerIsBetter;
    }

    /** A value of this measure for people. */
    public String text(double value) {
        if (!Double.isFinite(value)) {
            return "-";
        }
        if (this == SERVER_SHARE || this == WARM_SHARE) {
            return String.format(Locale.ROOT, "%.0f%%", value * 100);
        }
        return String.format(Locale.ROOT, "%,." + (Math.abs(value) >= 1000 ? 0 : digits) + "f", value);
    }

    static Measure of(String key) {
        return Arrays.stream(values()).filter(measure -> measure.key.equals(key)).findFirst()
                .orElseThrow(() -> new IllegalArgumentException("There is no measure '" + key + "'"));
    }
}
