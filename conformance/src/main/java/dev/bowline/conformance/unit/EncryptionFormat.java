package dev.bowline.conformance.unit;

import dev.bowline.conformance.SkippedException;
import dev.bowline.conformance.Skips;
import dev.bowline.conformance.SpecCase;
import dev.bowline.conformance.SpecFile;
import dev.bowline.conformance.SpecFormat;
import dev.bowline.conformance.format.Documents;
import java.util.List;

/**
 * The format that client-side encryption has of its own, older than the unified one. The client does not encrypt, and
 * each test says so.
 */
public final class EncryptionFormat implements SpecFormat {
    private final Skips skips;

    public EncryptionFormat(Skips skips) {
        this.skips = skips;
    }

    @Override
    public boolean reads(SpecFile file) {
        return file.suite().equals("client-side-encryption") && file.has("database_name", "tests");
    }

    @Override
    public List<SpecCase> cases(SpecFile file) {
        return Documents.list(file.contents(), "tests").map(test -> new SpecCase(file.suite(), file.path(),
                test.getString("description").getValue(), () -> {
                    throw new SkippedException(skips.reason("encryption"), "");
                })).toList();
    }
}
