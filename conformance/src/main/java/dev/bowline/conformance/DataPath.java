package dev.bowline.conformance;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Where a file lies, and by which name it goes: the specification first, then its folders. The name is the same whether
 * the data lies flat beside the project or as in the public repository ({@code source/crud/tests/unified/x.json}), and
 * whether the whole of it, one specification or one folder was asked for.
 *
 * @param loose whether the file lies in no folder and no specification: beside folders of data it is something else, a
 *     report say
 */
record DataPath(Path file, String name, boolean loose) {
    /**
     * How far up a directory may be from its specification:
     * {@code server-selection/tests/server_selection/Unknown/read}.
     */
    private static final int DEPTH = 5;
    /** The specifications that have test data, for a directory that is one of them or lies below one. */
    private static final Set<String> SPECIFICATIONS = Set.of("atlas-data-lake-testing", "auth", "bson-binary-vector",
            "bson-corpus", "causal-consistency", "change-streams", "client-backpressure", "client-side-encryption",
            "client-side-operations-timeout", "collection-management", "command-logging-and-monitoring",
            "connection-monitoring-and-pooling", "connection-string", "crud", "gridfs", "index-management",
            "initial-dns-seedlist-discovery", "load-balancers", "max-staleness", "mongodb-handshake", "open-telemetry",
            "read-write-concern", "retryable-reads", "retryable-writes", "run-command",
            "server-discovery-and-monitoring", "server-selection", "sessions",
            "transactions", "transactions-convenient-api", "unified-test-format", "uri-options", "versioned-api");

    /**
     * Whether a file is part of the data. In a checkout of the public repository only what lies in the {@code tests} of
     * a specification is: schemas, keys, corpora and configuration lie beside it.
     */
    static boolean isData(Path directory, Path file) {
        List<String> names = names(directory.relativize(file));
        if (names.stream().anyMatch(name -> name.startsWith("."))) {
            return false;
        }
        if (Files.isDirectory(directory.resolve("source"))) {
            return names.size() > 3 && names.get(0).equals("source") && names.get(2).equals("tests");
        }
        // Given the folder of the specifications, or one of them.
        if (names.size() > 1 && Files.isDirectory(directory.resolve(names.get(0)).resolve("tests"))) {
            return names.get(1).equals("tests");
        }
        boolean specification = SPECIFICATIONS.contains(String.valueOf(directory.toAbsolutePath().normalize()
                .getFileName()));
        return !specification || !Files.isDirectory(directory.resolve("tests")) || names.get(0).equals("tests");
    }

    static DataPath of(Path directory, Path file) {
        List<String> names = names(directory.relativize(file));
        if (names.get(0).equals("source") && names.size() > 2) {
            names.remove(0);
        }
        boolean loose = false;
        if (!SPECIFICATIONS.contains(names.get(0))) {
            List<String> directories = names(directory.toAbsolutePath().normalize());
            List<String> above = above(directories);
            loose = above.isEmpty() && names.size() == 1;
            names.addAll(0, loose ? directories.subList(directories.size() - 1, directories.size()) : above);
        }
        if (names.size() > 2 && names.get(1).equals("tests")) {
            names.remove(1);
        }
        return new DataPath(file, String.join("/", names), loose);
    }

    /** The names from the specification that the directory lies in; none if it lies in none. */
    private static List<String> above(List<String> directory) {
        for (int i = directory.size() - 1; i >= Math.max(0, directory.size() - DEPTH); i--) {
            if (SPECIFICATIONS.contains(directory.get(i))) {
                return directory.subList(i, directory.size());
            }
        }
        return List.of();
    }

    private static List<String> names(Path path) {
        List<String> names = new ArrayList<>();
        path.forEach(name -> names.add(name.toString()));
        return names;
    }

    String suite() {
        return name.substring(0, name.indexOf('/'));
    }
}
