package dev.bowline.conformance.unified;

import dev.bowline.conformance.SpecCase;
import dev.bowline.conformance.SpecFile;
import dev.bowline.conformance.SpecFormat;
import dev.bowline.conformance.format.InvalidTestFileException;
import dev.bowline.conformance.format.TestFile;
import dev.bowline.conformance.match.MismatchException;
import java.util.List;

/** The unified test format, and the directory of files that it must reject. */
public final class UnifiedFormat implements SpecFormat {
    private static final String INVALID = "unified-test-format/invalid";

    @Override
    public boolean reads(SpecFile file) {
        return file.directory().equals(INVALID) || file.contents().containsKey("schemaVersion");
    }

    @Override
    public List<SpecCase> cases(SpecFile file) {
        if (file.directory().equals(INVALID)) {
            return List.of(new SpecCase(file.suite(), file.path(), "is rejected", () -> expectRejection(file)));
        }
        TestFile.of(file.contents());
        return List.of();
    }

    private static void expectRejection(SpecFile file) {
        try {
            TestFile.of(file.contents());
        } catch (InvalidTestFileException e) {
            return;
        }
        throw new MismatchException("the file was accepted, although it breaks the rules of the format");
    }
}
