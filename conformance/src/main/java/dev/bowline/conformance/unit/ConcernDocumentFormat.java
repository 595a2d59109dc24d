package dev.bowline.conformance.unit;

import dev.bowline.concern.ReadConcern;
import dev.bowline.concern.WriteConcern;
import dev.bowline.conformance.SpecCase;
import dev.bowline.conformance.SpecFile;
import dev.bowline.conformance.SpecFormat;
import dev.bowline.conformance.format.Documents;
import dev.bowline.conformance.match.MismatchException;
import dev.bowline.conformance.unified.Concerns;
import java.util.List;
import java.util.Set;
import org.bson.BsonDocument;

/** Concerns from documents: what is sent, whether it is acknowledged, whether it is the server's default. */
public final class ConcernDocumentFormat implements SpecFormat {
    private static final Set<String> KEYS = Set.of("description", "valid", "writeConcern", "writeConcernDocument",
            "readConcern", "readConcernDocument", "isAcknowledged", "isServerDefault");

    @Override
    public boolean reads(SpecFile file) {
        return !file.hasTestWith("uri") && (file.hasTestWith("writeConcern") || file.hasTestWith("readConcern"));
    }

    @Override
    public List<SpecCase> cases(SpecFile file) {
        return Documents.list(file.contents(), "tests").map(test -> new SpecCase(file.suite(), file.path(),
                test.getString("description").getValue(), () -> check(test))).toList();
    }

    private static void check(BsonDocument test) {
        Check.knownKeys(test, KEYS, "the case");
        if (!test.getBoolean("valid").getValue()) {
            try {
                Concerns.write(test.getDocument("writeConcern"));
            } catch (IllegalArgumentException e) {
                return;
            }
            throw new MismatchException("expected to be invalid");
        }
        if (test.containsKey("readConcern")) {
            String level = Documents.string(test.getDocument("readConcern"), "level");
            ReadConcern concern = level == null ? ReadConcern.DEFAULT : ReadConcern.of(level);
            Check.equal(test.getDocument("readConcernDocument"), concern.toDocument(), "readConcernDocument");
            Check.equal(Documents.bool(test, "isServerDefault"), concern.isServerDefault(), "isServerDefault");
        } else {
            WriteConcern concern = Concerns.write(test.getDocument("writeConcern"));
            Check.equal(test.getDocument("writeConcernDocument"), concern.toDocument(), "writeConcernDocument");
            Check.equal(Documents.bool(test, "isServerDefault"), concern.isServerDefault(), "isServerDefault");
            Check.equal(Documents.bool(test, "isAcknowledged"), concern.isAcknowledged(), "isAcknowledged");
        }
    }
}
