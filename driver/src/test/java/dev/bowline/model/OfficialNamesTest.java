package dev.bowline.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * Goes through every class of the official driver's builders and looks for each of their functions here, by the same
 * name. What is missing must be one of those explained below, and what is explained must be missing.
 */
class OfficialNamesTest {
    private static final String THEIR_PACKAGE = "com/mongodb/client/model/";

    /** Patterns over {@code Class.function}, or {@code package.Class.function} below the official package. */
    private static final Map<String, String> EXPLAINED = new TreeMap<>(Map.ofEntries(
            Map.entry("(?:\\w+\\.)?\\w+Options\\.\\w+Options",
                    "options are given by a function, which gets an options object"),
            Map.entry("changestream\\.ChangeStreamDocument\\.createCodec",
                    "events are read by the driver; watch(pipeline, Document.class) has them as they are")));

    /** Types of theirs that are not here, by patterns over their names below the official package. */
    private static final Map<String, String> TYPES_EXPLAINED = new TreeMap<>(Map.ofEntries(
            Map.entry("vault\\..*|CreateEncryptedCollectionParams|DropCollectionOptions",
                    "there is no client-side encryption"),
            Map.entry("(?:Insert|Replace|Update|Delete)(?:One|Many)Model",
                    "WriteModel.insertOne and so on"),
            Map.entry("bulk\\.ClientNamespaced(?:Insert|Replace|Update|Delete)(?:One|Many)Model",
                    "ClientNamespacedWriteModel.insertOne and so on"),
            Map.entry("bulk\\.Client(?:Replace|Update|Delete)(?:One|Many)Options",
                    "the options of one write of many: WriteModel.Statement"),
            Map.entry("bulk\\.Client(?:Insert|Update|Delete)(?:One)?Result",
                    "the results of one write are those of the same write alone"),
            Map.entry("ChangeStreamPreAndPostImagesOptions|ClusteredIndexOptions|CreateViewOptions|IndexOptionDefaults"
                    + "|TimeSeries(?:Options|Granularity)|Validation(?:Options|Action|Level)",
                    "methods of CreateCollectionOptions"),
            Map.entry("CreateIndexOptions|EstimatedDocumentCountOptions|RenameCollectionOptions",
                    "given to a function, and called CreateIndexesOptions, EstimatedCountOptions and RenameOptions"),
            Map.entry("changestream\\.(?:SplitEvent|TruncatedArray|UpdateDescription)",
                    "records within ChangeStreamDocument"),
            Map.entry("geojson\\.codecs\\.(?!GeoJsonCodecProvider)\\w+",
                    "GeoJsonCodecProvider makes one for every class"),
            Map.entry("ApproximateQuantileMethod|WeightedScoreFusionCombination|Window|WindowOutputField"
                    + "|densify\\.\\w+DensifyRange|fill\\.\\w+FillOutputField"
                    + "|search\\.\\w+(?:SearchCollector|SearchCount|SearchFacet|SearchOperator|SearchOperatorBase|SearchPath"
                    + "|SearchScore|SearchScoreExpression|VectorSearchOptions|VectorSearchQuery)",
                    "narrower than what their functions yield here, which is as wide as the server is"),
            Map.entry("mql\\.MqlUnchecked",
                    "an annotation of theirs")));

    @Test
    void everyFunctionOfTheOfficialBuildersIsHereByTheSameNameOrExplained() throws Exception {
        List<String> unexplained = new ArrayList<>();
        TreeSet<String> unused = new TreeSet<>(EXPLAINED.keySet());
        int found = 0;
        for (Class<?> theirs : theirBuilders()) {
            for (String function : functions(theirs)) {
                if (ours(theirs.getSimpleName()).stream().anyMatch(ours -> functions(ours).contains(function))) {
                    found++;
                    continue;
                }
                String name = theirs.getName().substring(THEIR_PACKAGE.length()) + "." + function;
                boolean explained = false;
                for (String pattern : EXPLAINED.keySet()) {
                    if (Pattern.matches(pattern, name)) {
                        explained = true;
                        unused.remove(pattern);
                    }
                }
                if (!explained) {
                    unexplained.add(name);
                }
            }
        }
        System.out.println("functions of the official builders found by the same name: " + found);
        assertThat(unexplained).isEmpty();
        assertThat(unused).as("explanations of what is not missing").isEmpty();
        assertThat(found).isGreaterThan(150);
    }

    @Test
    void everyOfficialTypeIsHereByTheSameNameOrExplained() throws Exception {
        TreeSet<String> unexplained = new TreeSet<>();
        TreeSet<String> unused = new TreeSet<>(TYPES_EXPLAINED.keySet());
        for (Class<?> theirs : theirTypes()) {
            String name = theirs.getName().substring(THEIR_PACKAGE.length());
            List<String> explanations = TYPES_EXPLAINED.keySet().stream()
                    .filter(pattern -> Pattern.matches(pattern, name)).toList();
            if (!ours(theirs.getSimpleName()).isEmpty()) {
                assertThat(explanations).as(name).isEmpty();
            } else if (explanations.isEmpty()) {
                unexplained.add(name);
            }
            unused.removeAll(explanations);
        }
        assertThat(unexplained).isEmpty();
        assertThat(unused).as("explanations of what is not missing").isEmpty();
    }

    private static List<Class<?>> theirBuilders() throws Exception {
        List<Class<?>> builders = theirTypes().stream().filter(type -> !type.isEnum() && !functions(type).isEmpty())
                .toList();
        assertThat(builders).hasSizeGreaterThan(20);
        return builders;
    }

    private static List<Class<?>> theirTypes() throws Exception {
        Path jar = Path.of(
                com.mongodb.client.model.Filters.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        List<Class<?>> types = new ArrayList<>();
        try (JarFile file = new JarFile(jar.toFile())) {
            for (String entry : file.stream().map(Object::toString).sorted().toList()) {
                if (entry.startsWith(THEIR_PACKAGE) && entry.endsWith(".class") && !entry.contains("$")) {
                    Class<?> type = Class.forName(entry.substring(0, entry.length() - 6).replace('/', '.'), false,
                            OfficialNamesTest.class.getClassLoader());
                    if (Modifier.isPublic(type.getModifiers())) {
                        types.add(type);
                    }
                }
            }
        }
        return types;
    }

    private static List<Class<?>> ours(String simpleName) {
        List<Class<?>> ours = new ArrayList<>();
        for (String place : List.of("dev.bowline.model.", "dev.bowline.model.mql.", "dev.bowline.model.geojson.",
                "dev.bowline.", "dev.bowline.options.", "dev.bowline.changestream.", "dev.bowline.bulk.",
                "dev.bowline.concern.", "dev.bowline.result.")) {
            try {
                ours.add(Class.forName(place + simpleName, false, OfficialNamesTest.class.getClassLoader()));
            } catch (ClassNotFoundException e) {
                // Not in this package.
            }
        }
        return ours;
    }

    private static TreeSet<String> functions(Class<?> type) {
        TreeSet<String> names = new TreeSet<>();
        for (Method method : type.getDeclaredMethods()) {
            int modifiers = method.getModifiers();
            if (Modifier.isPublic(modifiers) && Modifier.isStatic(modifiers) && !method.isSynthetic()
                    && !method.isAnnotationPresent(Deprecated.class)) {
                names.add(method.getName());
            }
        }
        return names;
    }
}
