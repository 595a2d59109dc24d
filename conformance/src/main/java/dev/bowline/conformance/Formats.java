package dev.bowline.conformance;

import dev.bowline.conformance.format.InvalidTestFileException;
import dev.bowline.conformance.unified.UnifiedFormat;
import dev.bowline.conformance.unit.BinaryVectorFormat;
import dev.bowline.conformance.unit.BsonCorpusFormat;
import dev.bowline.conformance.unit.ConcernDocumentFormat;
import dev.bowline.conformance.unit.ConnectionStringFormat;
import dev.bowline.conformance.unit.DiscoveryFormat;
import dev.bowline.conformance.unit.EncryptionFormat;
import dev.bowline.conformance.unit.PoolingFormat;
import dev.bowline.conformance.unit.RoundTripFormat;
import dev.bowline.conformance.unit.SeedListFormat;
import dev.bowline.conformance.unit.SelectionFormat;
import java.util.List;

/** Every format that the runner knows. Closing it ends the deployments that were started for it. */
final class Formats implements AutoCloseable {
    private final List<SpecFormat> all;

    /** @param seed decides what happens in virtual time */
    Formats(SpecOptions options, Skips skips, long seed) {
        // The unified format first: its files that must be rejected may look like anything.
        this(List.of(new UnifiedFormat(options.uri(), options.singleUri(), skips, seed), new SelectionFormat(),
                new ConcernDocumentFormat(), new ConnectionStringFormat(skips), new SeedListFormat(),
                new DiscoveryFormat(),
                new RoundTripFormat(), new BinaryVectorFormat(), new BsonCorpusFormat(), new PoolingFormat(skips, seed),
                new EncryptionFormat(skips)));
    }

    Formats(List<SpecFormat> all) {
        this.all = all;
    }

    /**
     * The cases of a file.
     *
     * @throws InvalidTestFileException if it is of no known format, breaks the rules of its format or has no case
     */
    List<SpecCase> casesOf(SpecFile file) {
        if (file.problem() != null) {
            throw new InvalidTestFileException(file.problem());
        }
        List<SpecCase> cases = all.stream().filter(format -> format.reads(file)).findFirst()
                .orElseThrow(() -> new InvalidTestFileException("no known format reads this file; it has the keys "
                        + file.contents().keySet()))
                .cases(file);
        if (cases.isEmpty()) {
            throw new InvalidTestFileException("the file has no case");
        }
        return cases;
    }

    void recover() {
        all.forEach(SpecFormat::recover);
    }

    @Override
    public void close() {
        SpecException first = null;
        for (SpecFormat format : all) {
            try {
                format.close();
            } catch (SpecException e) {
                first = first == null ? e : first;
            }
        }
        if (first != null) {
            throw first;
        }
    }
}
