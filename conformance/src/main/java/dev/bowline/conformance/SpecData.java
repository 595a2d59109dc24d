package dev.bowline.conformance;

import java.io.IOException;
import java.io.LineNumberReader;
import java.io.StringReader;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.Comparator;
import java.util.List;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Stream;
import org.bson.BsonDocument;
import org.bson.codecs.BsonDocumentCodec;
import org.bson.codecs.DecoderContext;
import org.bson.json.JsonReader;

/** Finds the files to run. A file that cannot be read is found too: it is one failed case, not the end of the run. */
final class SpecData {
    private static final String BYTE_ORDER_MARK = "\uFEFF";

    private SpecData() {}

    /** @throws SpecException if the directory cannot be read, or a suite or a filter finds nothing */
    static List<SpecFile> find(SpecOptions options) {
        List<DataPath> all = list(options.directory());
        for (String suite : options.suites()) {
            if (all.stream().noneMatch(path -> isOf(path.name(), suite))) {
                throw new SpecException("There is no suite \"" + suite + "\" in " + options.directory() + "; there are "
                        + all.stream().map(DataPath::suite).distinct().toList());
            }
        }
        for (String glob : options.files()) {
            if (all.stream().noneMatch(path -> isNamed(path.name(), glob))) {
                throw new SpecException("No file in " + options.directory() + " matches \"" + glob + "\"");
            }
        }
        List<SpecFile> found = all.stream()
                .filter(path -> options.suites().isEmpty()
                        || options.suites().stream().anyMatch(suite -> isOf(path.name(), suite)))
                .filter(path -> options.files().isEmpty()
                        || options.files().stream().anyMatch(glob -> isNamed(path.name(), glob)))
                .map(SpecData::read).toList();
        if (found.isEmpty()) {
            throw new SpecException("No file of " + (options.suites().isEmpty() ? "any suite" : options.suites())
                    + " matches " + options.files());
        }
        return found;
    }

    /** Which revision the directory holds. */
    static Revision revision(Path directory) {
        return Revision.of(directory, list(directory));
    }

    private static List<DataPath> list(Path directory) {
        if (!Files.isDirectory(directory)) {
            throw new SpecException("There is no directory " + directory + " with test data");
        }
        if (!Files.isReadable(directory)) {
            throw new SpecException("The directory " + directory + " cannot be read: no permission");
        }
        try (Stream<Path> files = Files.walk(directory)) {
            List<DataPath> paths = files.filter(file -> file.toString().endsWith(".json") && !Files.isDirectory(file)
                    && DataPath.isData(directory, file))
                    .map(file -> DataPath.of(directory, file)).sorted(Comparator.comparing(DataPath::name)).toList();
            if (paths.isEmpty()) {
                throw new SpecException("The directory " + directory + " holds no test data: no JSON file at all");
            }
            List<DataPath> inFolders = paths.stream().filter(path -> !path.loose()).toList();
            return inFolders.isEmpty() ? paths : inFolders;
        } catch (IOException | java.io.UncheckedIOException e) {
            throw new SpecException("The directory " + directory + " cannot be read: " + e, e);
        }
    }

    private static SpecFile read(DataPath path) {
        String text;
        try {
            text = Files.readString(path.file(), StandardCharsets.UTF_8);
        } catch (CharacterCodingException e) {
            return broken(path, "the file is not UTF-8: " + e);
        } catch (IOException e) {
            return broken(path, "the file cannot be read: " + e);
        }
        LineNumberReader lines = new LineNumberReader(
                new StringReader(text.startsWith(BYTE_ORDER_MARK) ? text.substring(1) : text));
        lines.setLineNumber(1);
        try {
            BsonDocument contents = new BsonDocumentCodec().decode(new JsonReader(lines),
                    DecoderContext.builder().build());
            return new SpecFile(path.suite(), path.name(), contents);
        } catch (RuntimeException | StackOverflowError e) {
            // The parser has many ways to be displeased: by the JSON, or by extended JSON that stands for no value.
            return broken(path, "the file is not JSON: line " + lines.getLineNumber() + ": " + e.getMessage());
        }
    }

    private static SpecFile broken(DataPath path, String problem) {
        return new SpecFile(path.suite(), path.name(), new BsonDocument(), problem);
    }

    static boolean isOf(String path, String suite) {
        return path.startsWith(suite.endsWith("/") ? suite : suite + "/");
    }

    /** Whether a glob matches the path below the data directory, or the file's name alone. */
    static boolean isNamed(String path, String glob) {
        try {
            PathMatcher matcher = FileSystems.getDefault().getPathMatcher("glob:" + glob);
            Path file = Path.of(path);
            return matcher.matches(file) || matcher.matches(file.getFileName());
        } catch (PatternSyntaxException e) {
            throw new SpecException("\"" + glob + "\" is not a glob: " + e.getMessage(), e);
        }
    }
}
