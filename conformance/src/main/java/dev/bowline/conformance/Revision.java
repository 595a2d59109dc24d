package dev.bowline.conformance;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Which revision of the public data was run.
 *
 * @param name the commit of a checkout; else the date that the data's README gives; else the directory's name
 * @param digest of the files that were found, so that two reports can be compared
 */
record Revision(String name, String digest) {
    private static final Pattern DATE = Pattern.compile("as of (\\d{1,2} \\p{Alpha}+ \\d{4})");
    private static final Pattern COMMIT = Pattern.compile("[0-9a-f]{40}");
    private static final int SHORT = 12;

    static Revision of(Path directory, List<DataPath> files) {
        Path absolute = directory.toAbsolutePath().normalize();
        String commit = commit(absolute);
        if (commit != null) {
            return new Revision("commit " + commit.substring(0, SHORT), digest(files));
        }
        String date = date(absolute);
        String last = String.valueOf(absolute.getFileName());
        return new Revision(date == null ? last : last + ", as of " + date, digest(files));
    }

    /** The commit that a checkout is at, read from Git's own files; null where the directory is in none. */
    private static @Nullable String commit(Path directory) {
        for (Path at = directory; at != null; at = at.getParent()) {
            Path git = at.resolve(".git");
            if (Files.isDirectory(git) && Files.isDirectory(at.resolve("source"))) {
                String head = text(git.resolve("HEAD")).strip();
                String found = head.startsWith("ref: ") ? resolve(git, head.substring("ref: ".length())) : head;
                return COMMIT.matcher(found).matches() ? found : null;
            }
        }
        return null;
    }

    private static String resolve(Path git, String ref) {
        String loose = text(git.resolve(ref)).strip();
        if (!loose.isEmpty()) {
            return loose;
        }
        return text(git.resolve("packed-refs")).lines().filter(line -> line.endsWith(" " + ref)).findFirst()
                .map(line -> line.substring(0, line.indexOf(' '))).orElse("");
    }

    private static @Nullable String date(Path directory) {
        Matcher date = DATE.matcher(text(directory.resolve("README.md")));
        return date.find() ? date.group(1) : null;
    }

    private static String text(Path file) {
        try {
            return Files.readString(file, StandardCharsets.UTF_8);
        } catch (IOException e) {
            return "";
        }
    }

    private static String digest(List<DataPath> files) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            for (DataPath file : files) {
                digest.update(file.name().getBytes(StandardCharsets.UTF_8));
                if (Files.isReadable(file.file())) {
                    digest.update(Files.readAllBytes(file.file()));
                }
            }
            return HexFormat.of().formatHex(digest.digest()).substring(0, SHORT);
        } catch (NoSuchAlgorithmException | IOException e) {
            throw new SpecException("The data cannot be read: " + e, e);
        }
    }

    @Override
    public String toString() {
        return name + ", digest " + digest;
    }
}
