package dev.bowline.conformance.format;

import java.util.List;
import org.bson.BsonDocument;

/** A valid file of the unified test format. */
public record TestFile(String description, Version schemaVersion, List<Requirement> runOnRequirements,
        List<BsonDocument> createEntities, List<CollectionData> initialData, List<TestCase> tests) {
    /** The newest version of the format that this runner knows. */
    public static final Version NEWEST = new Version(1, 28, 0);

    /**
     * Parses a test file.
     *
     * @throws InvalidTestFileException if the file breaks a rule of the format, or is of a version we do not know
     */
    public static TestFile of(BsonDocument file) {
        UnifiedSchema.check(file);
        Version version = Version.parse(file.getString("schemaVersion").getValue());
        if (isOfUnknownVersion(file)) {
            throw new InvalidTestFileException("schemaVersion " + version + " is not supported; the newest known is "
                    + NEWEST.major() + "." + NEWEST.minor());
        }
        return new TestFile(file.getString("description").getValue(), version,
                Documents.list(file, "runOnRequirements").map(Requirement::of).toList(),
                Documents.list(file, "createEntities").toList(),
                Documents.list(file, "initialData").map(CollectionData::of).toList(),
                Documents.list(file, "tests").map(TestCase::of).toList());
    }

    /** Whether a valid file is of a version that this runner does not know, and is refused for that. */
    public static boolean isOfUnknownVersion(BsonDocument file) {
        UnifiedSchema.check(file);
        Version version = Version.parse(file.getString("schemaVersion").getValue());
        return version.major() != NEWEST.major() || version.compareTo(NEWEST) > 0;
    }
}
