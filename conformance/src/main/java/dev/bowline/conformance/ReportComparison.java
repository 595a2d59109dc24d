package dev.bowline.conformance;

import dev.bowline.conformance.format.Documents;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.bson.BsonDocument;
import org.bson.BsonInvalidOperationException;
import org.bson.json.JsonParseException;

/**
 * What changed between two reports: cases that came, went, or ended otherwise. Times and the words of a failure do not
 * count.
 */
final class ReportComparison {
    private ReportComparison() {}

    /** Prints a line per difference and a summary. Returns 0 if there is none, 1 if there is one. */
    static int print(Path before, Path after, PrintStream out) {
        Map<String, BsonDocument> old = read(before);
        Map<String, BsonDocument> now = read(after);
        int changes = 0;
        for (Map.Entry<String, BsonDocument> entry : now.entrySet()) {
            BsonDocument previous = old.get(entry.getKey());
            String was = previous == null ? "absent" : result(previous);
            String is = result(entry.getValue());
            if (!was.equals(is)) {
                changes++;
                String reason = Documents.string(entry.getValue(), "reason");
                out.println(entry.getKey() + ": " + was + " -> " + is + (reason == null ? "" : " (" + reason + ")"));
            }
        }
        for (Map.Entry<String, BsonDocument> entry : old.entrySet()) {
            if (!now.containsKey(entry.getKey())) {
                changes++;
                out.println(entry.getKey() + ": " + result(entry.getValue()) + " -> absent");
            }
        }
        out.println(changes == 0 ? "nothing changed" : changes + " changed");
        return changes == 0 ? 0 : 1;
    }

    private static String result(BsonDocument of) {
        String skip = Documents.string(of, "skip");
        return of.getString("result").getValue() + (skip == null ? "" : " (" + skip + ")");
    }

    private static Map<String, BsonDocument> read(Path file) {
        try {
            Map<String, BsonDocument> cases = new LinkedHashMap<>();
            BsonDocument report = BsonDocument.parse(Files.readString(file, StandardCharsets.UTF_8));
            report.getArray("cases").forEach(value -> {
                BsonDocument of = value.asDocument();
                cases.put(of.getString("file").getValue() + ": " + of.getString("case").getValue(), of);
            });
            return cases;
        } catch (IOException e) {
            throw new SpecException("The report " + file + " cannot be read: " + e, e);
        } catch (JsonParseException | BsonInvalidOperationException e) {
            throw new SpecException(file + " is not a report of this command: " + e.getMessage(), e);
        }
    }
}
