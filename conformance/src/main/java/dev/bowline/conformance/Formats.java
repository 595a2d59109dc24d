package dev.bowline.conformance;

import dev.bowline.conformance.unified.UnifiedFormat;
import dev.bowline.conformance.unit.BsonCorpusFormat;
import dev.bowline.conformance.unit.ConcernDocumentFormat;
import dev.bowline.conformance.unit.ConnectionStringFormat;
import dev.bowline.conformance.unit.DiscoveryFormat;
import dev.bowline.conformance.unit.PoolingFormat;
import dev.bowline.conformance.unit.RoundTripFormat;
import dev.bowline.conformance.unit.SeedListFormat;
import dev.bowline.conformance.unit.SelectionFormat;
import java.util.List;

/** Every format that the runner knows. Closing it ends the deployments that were started for it. */
final class Formats implements AutoCloseable {
    private final UnifiedFormat unified;
    private final PoolingFormat pooling = new PoolingFormat();
    private final List<SpecFormat> all;

    Formats(SpecOptions options, Skips skips) {
        unified = new UnifiedFormat(options.uri(), options.singleUri(), skips);
        all = List.of(new SelectionFormat(), new ConcernDocumentFormat(),
                new ConnectionStringFormat(), new SeedListFormat(), new DiscoveryFormat(),
                new RoundTripFormat(), new BsonCorpusFormat(), pooling, unified);
    }

    List<SpecFormat> all() {
        return all;
    }

    @Override
    public void close() {
        pooling.close();
        unified.close();
    }
}
