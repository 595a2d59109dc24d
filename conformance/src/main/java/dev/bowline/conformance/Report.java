package dev.bowline.conformance;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.json.JsonMode;
import org.bson.json.JsonWriterSettings;

/** The JSON report of a run. Cases stand in the order in which they ran, which is the same for the same data. */
final class Report {
    private static final int FORMAT = 1;

    private Report() {}

    /** Fails before anything runs if the report could not be written afterwards. */
    static void prepare(Path file) {
        try {
            Files.writeString(file, "{}\n", StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw unwritable(file, e);
        }
    }

    static void write(Path file, Revision revision, List<CaseResult> results) {
        try {
            Files.writeString(file, toJson(revision, results) + "\n", StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw unwritable(file, e);
        }
    }

    static String toJson(Revision revision, List<CaseResult> results) {
        Map<String, List<CaseResult>> bySuite = new LinkedHashMap<>();
        results.forEach(result -> bySuite.computeIfAbsent(result.suite(), suite -> new java.util.ArrayList<>())
                .add(result));
        BsonArray suites = new BsonArray();
        bySuite.forEach((suite, of) -> suites.add(counts(new BsonDocument("suite", new BsonString(suite)), of)));
        BsonArray cases = new BsonArray();
        results.forEach(result -> cases.add(toDocument(result)));
        return new BsonDocument("format", new BsonInt32(FORMAT))
                .append("revision", new BsonString(revision.toString()))
                .append("total", counts(new BsonDocument(), results))
                .append("suites", suites).append("cases", cases)
                .toJson(JsonWriterSettings.builder().outputMode(JsonMode.RELAXED).indent(true).build());
    }

    private static BsonDocument counts(BsonDocument to, List<CaseResult> results) {
        Tally tally = Tally.of(results);
        return to.append("passed", new BsonInt32(tally.passed())).append("failed", new BsonInt32(tally.failed()))
                .append("skipped", new BsonInt32(tally.skipped()))
                .append("skippedForDeployment", new BsonInt32(lacking(results, SkipReason.Lacking.DEPLOYMENT)))
                .append("skippedForClient", new BsonInt32(lacking(results, SkipReason.Lacking.CLIENT)))
                .append("skippedForSpecification",
                        new BsonInt32(lacking(results, SkipReason.Lacking.SPECIFICATION)))
                .append("skippedForData", new BsonInt32(lacking(results, SkipReason.Lacking.DATA)));
    }

    static int lacking(List<CaseResult> results, SkipReason.Lacking who) {
        return (int) results.stream().filter(result -> result.skip() != null && result.skip().lacking() == who)
                .count();
    }

    private static BsonDocument toDocument(CaseResult result) {
        BsonDocument document = new BsonDocument("suite", new BsonString(result.suite()))
                .append("file", new BsonString(result.file())).append("case", new BsonString(result.name()))
                .append("result", new BsonString(result.outcome().name().toLowerCase(Locale.ROOT)));
        if (result.skip() != null) {
            document.append("skip", new BsonString(result.skip().id())).append("lacking",
                    new BsonString(result.skip().lacking().name().toLowerCase(Locale.ROOT)));
        }
        if (result.reason() != null) {
            document.append("reason", new BsonString(result.reason()));
        }
        return document.append("millis", new BsonInt64(result.millis()));
    }

    private static SpecException unwritable(Path file, IOException cause) {
        return new SpecException("The report cannot be written to " + file + ": " + cause, cause);
    }
}
