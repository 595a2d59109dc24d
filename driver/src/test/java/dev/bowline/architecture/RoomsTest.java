package dev.bowline.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The rooms and the arrows between them, as ARCHITECTURE.md draws them from the code. After a change of arrows, run
 * this test with {@code -Dbowline.update-docs} to draw them anew, and read what changed.
 */
class RoomsTest {
    private static final Path ARCHITECTURE = Path.of("..", "ARCHITECTURE.md");
    private static final String BEGIN = "<!-- arrows: drawn by RoomsTest -->\n";
    private static final String END = "<!-- end of arrows -->";
    private static final int MAX_LOBBY_FILES = 39;

    private static final JavaClasses LIBRARY = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .withImportOption(location -> !location.contains("/test-classes/"))
            .withImportOption(location -> !location.contains("/simulator/") && !location.contains("doubles"))
            .importPackages("dev.bowline");

    @Test
    void noRoomImportsARoomAboveIt() {
        assertThat(cycle(arrows())).as("packages that import each other").isEmpty();
    }

    @Test
    void aCycleIsFoundWhereThereIsOne() {
        SortedMap<String, SortedSet<String>> graph = new TreeMap<>();
        graph.put("a", new TreeSet<>(List.of("b")));
        graph.put("b", new TreeSet<>(List.of("c")));
        graph.put("c", new TreeSet<>());
        assertThat(cycle(graph)).isEmpty();
        graph.get("c").add("a");
        assertThat(cycle(graph)).containsExactlyInAnyOrder("a", "b", "c");
    }

    @Test
    void everyArrowIsDrawnInTheArchitecture() throws IOException {
        String text = Files.readString(ARCHITECTURE);
        int begin = text.indexOf(BEGIN);
        int end = text.indexOf(END);
        assertThat(begin).as("the place of the arrows in ARCHITECTURE.md").isPositive();
        String drawn = drawing(arrows());
        if (System.getProperty("bowline.update-docs") != null) {
            Files.writeString(ARCHITECTURE, text.substring(0, begin) + BEGIN + drawn + text.substring(end));
            return;
        }
        assertThat(text.substring(begin + BEGIN.length(), end)).as("arrows in ARCHITECTURE.md").isEqualTo(drawn);
    }

    @Test
    void theLobbyIsSmall() throws IOException {
        try (Stream<Path> files = Files.list(Path.of("src", "main", "java", "dev", "bowline"))) {
            assertThat(files.filter(Files::isRegularFile).toList()).hasSizeLessThanOrEqualTo(MAX_LOBBY_FILES);
        }
    }

    private static SortedMap<String, SortedSet<String>> arrows() {
        SortedMap<String, SortedSet<String>> arrows = new TreeMap<>();
        for (JavaClass type : LIBRARY) {
            SortedSet<String> targets = arrows.computeIfAbsent(type.getPackageName(), room -> new TreeSet<>());
            for (Dependency dependency : type.getDirectDependenciesFromSelf()) {
                String target = dependency.getTargetClass().getPackageName();
                if (target.startsWith("dev.bowline") && !target.equals(type.getPackageName())) {
                    targets.add(target);
                }
            }
        }
        return arrows;
    }

    /** The rooms that are left when rooms without arrows to other rooms are taken away again and again. */
    private static SortedSet<String> cycle(SortedMap<String, SortedSet<String>> arrows) {
        SortedMap<String, SortedSet<String>> left = new TreeMap<>();
        arrows.forEach((room, targets) -> left.put(room, new TreeSet<>(targets)));
        boolean changed = true;
        while (changed) {
            changed = false;
            for (String room : new ArrayList<>(left.keySet())) {
                left.get(room).retainAll(left.keySet());
                if (left.get(room).isEmpty()) {
                    left.remove(room);
                    changed = true;
                }
            }
        }
        return new TreeSet<>(left.keySet());
    }

    /** Rooms from the bottom up: first those that import none, then those that import only these, and so on. */
    private static String drawing(SortedMap<String, SortedSet<String>> arrows) {
        Map<String, Integer> floors = new TreeMap<>();
        for (String room : arrows.keySet()) {
            floor(room, arrows, floors);
        }
        StringBuilder text = new StringBuilder("| floor | room | imports |\n| --- | --- | --- |\n");
        int top = floors.values().stream().max(Integer::compare).orElse(0);
        for (int floor = top; floor >= 0; floor--) {
            for (Map.Entry<String, Integer> entry : floors.entrySet()) {
                if (entry.getValue() == floor) {
                    text.append("| ").append(floor).append(" | `").append(entry.getKey()).append("` | ")
                            .append(arrows.get(entry.getKey()).stream().map(RoomsTest::shortName)
                                    .collect(Collectors.joining(", ")))
                            .append(" |\n");
                }
            }
        }
        return text.toString();
    }

    private static int floor(String room, SortedMap<String, SortedSet<String>> arrows, Map<String, Integer> floors) {
        Integer known = floors.get(room);
        if (known != null) {
            return known;
        }
        int floor = 0;
        for (String target : arrows.getOrDefault(room, new TreeSet<>())) {
            floor = Math.max(floor, 1 + floor(target, arrows, floors));
        }
        floors.put(room, floor);
        return floor;
    }

    private static String shortName(String room) {
        return room.equals("dev.bowline") ? "dev.bowline" : room.substring("dev.bowline.".length());
    }
}
