package dev.bowline.conformance;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.List;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Stream;
import org.bson.BsonDocument;
import org.bson.json.JsonParseException;

/** Finds the files to run. */
final class SpecData {
    private SpecData() {}

    /** @throws SpecException if the directory cannot be read, or a suite or a filter finds nothing */
    static List<SpecFile> find(SpecOptions options) {
        List<String> all = list(options.directory());
        for (String suite : options.suites()) {
            if (all.stream().noneMatch(path -> isOf(path, suite))) {
                throw new SpecException("There is no suite \"" + suite + "\" in " + options.directory() + "; there are "
                        + all.stream().map(SpecData::suiteOf).distinct().toList());
            }
        }
        for (String glob : options.files()) {
            if (all.stream().noneMatch(path -> isNamed(path, glob))) {
                throw new SpecException("No file in " + options.directory() + " matches \"" + glob + "\"");
            }
        }
        List<SpecFile> found = all.stream()
                .filter(path -> options.suites().isEmpty()
                        || options.suites().stream().anyMatch(suite -> isOf(path, suite)))
                .filter(path -> options.files().isEmpty()
                        || options.files().stream().anyMatch(glob -> isNamed(path, glob)))
                .map(path -> read(options.directory(), path)).toList();
        if (found.isEmpty()) {
            throw new SpecException("No file of " + (options.suites().isEmpty() ? "any suite" : options.suites())
                    + " matches " + options.files());
        }
        return found;
    }

    private static List<String> list(Path directory) {
        if (!Files.isDirectory(directory)) {
            throw new SpecException("There is no directory " + directory + " with test data");
        }
        if (!Files.isReadable(directory)) {
            throw new SpecException("The directory " + directory + " cannot be read: no permission");
        }
        try (Stream<Path> files = Files.walk(directory)) {
            List<String> paths = files.filter(file -> file.toString().endsWith(".json"))
                    .map(file -> directory.relativize(file).toString().replace('\\', '/'))
                    .filter(path -> path.contains("/")).sorted().toList();
            if (paths.isEmpty()) {
                throw new SpecException(
                        "The directory " + directory + " holds no test data: no JSON file in any suite");
            }
            return paths;
        } catch (IOException | java.io.UncheckedIOException e) {
            throw new SpecException("The directory " + directory + " cannot be read: " + e, e);
        }
    }

    private static SpecFile read(Path directory, String path) {
        try {
            String text = Files.readString(directory.resolve(path), StandardCharsets.UTF_8);
            return new SpecFile(suiteOf(path), path, BsonDocument.parse(text));
        } catch (IOException e) {
            throw new SpecException("The file " + path + " cannot be read: " + e, e);
        } catch (JsonParseException e) {
            throw new SpecException("The file " + path + " is not JSON: " + e.getMessage(), e);
        }
    }

    private static String suiteOf(String path) {
        return path.substring(0, path.indexOf('/'));
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
