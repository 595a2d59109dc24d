package dev.bowline.options;

import java.time.Duration;

/** Options of {@code estimatedDocumentCount}. */
public final class EstimatedCountOptions extends CommandOptions<EstimatedCountOptions> {
    /** How long the server may take. Not used where there is a timeout. */
    public EstimatedCountOptions maxTime(Duration maxTime) {
        return limitTime(maxTime);
    }
}
