package dev.bowline.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URISyntaxException;
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
            Map.entry("bulk\\..*",
                    "the models of client bulk writes are made by ClientWriteModel; options are given by a function"),
            Map.entry("(?:\\w+\\.)?\\w+Options\\.\\w+Options",
                    "options are given by a function, which gets an options object"),
            Map.entry("changestream\\..*",
                    "operation types are as the server says them; events are records"),
            Map.entry("Collation\\.builder",
                    "a collation is made by Collation.of, and options are given to it")));

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

    private static List<Class<?>> theirBuilders() throws IOException, URISyntaxException, ClassNotFoundException {
        Path jar = Path.of(
                com.mongodb.client.model.Filters.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        List<Class<?>> builders = new ArrayList<>();
        try (JarFile file = new JarFile(jar.toFile())) {
            for (String entry : file.stream().map(Object::toString).sorted().toList()) {
                if (entry.startsWith(THEIR_PACKAGE) && entry.endsWith(".class") && !entry.contains("$")) {
                    Class<?> type = Class.forName(entry.substring(0, entry.length() - 6).replace('/', '.'), false,
                            OfficialNamesTest.class.getClassLoader());
                    if (Modifier.isPublic(type.getModifiers()) && !type.isEnum() && !functions(type).isEmpty()) {
                        builders.add(type);
                    }
                }
            }
        }
        assertThat(builders).hasSizeGreaterThan(20);
        return builders;
    }

    private static List<Class<?>> ours(String simpleName) {
        List<Class<?>> ours = new ArrayList<>();
        for (String place : List.of("dev.bowline.model.", "dev.bowline.model.mql.", "dev.bowline.")) {
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
