package dev.bowline.conformance;

import java.util.List;

/** One of the formats in which the data is written. */
public interface SpecFormat extends AutoCloseable {
    /** Whether a file is in this format. */
    boolean reads(SpecFile file);

    /**
     * The cases of a file, in its order. A file that breaks the rules of the format throws, or has a case that fails.
     */
    List<SpecCase> cases(SpecFile file);

    /** Makes what the format uses fit for the next case after one that hangs, if it is to be used any longer. */
    default void recover() {}

    /** Ends what the format has started, such as deployments. */
    @Override
    default void close() {}
}
