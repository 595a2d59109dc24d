package dev.bowline.model.mql;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.MongoClientSettings;
import dev.bowline.model.Projections;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.jar.JarFile;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.bson.BsonDocument;
import org.bson.codecs.configuration.CodecRegistries;
import org.bson.codecs.configuration.CodecRegistry;
import org.bson.conversions.Bson;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Holds the expressions to the official ones: every row of {@code expressions.txt} is compiled with either package, so
 * what a user has written needs another import only, and must render to the same BSON.
 */
class ExpressionsTest {
    private static final String THEIRS = "com.mongodb.client.model.mql";
    private static final String OURS = "dev.bowline.model.mql";
    private static final CodecRegistry CODECS = MongoClientSettings.getDefaultCodecRegistry();

    /** What is no function of an expression. */
    private static final List<String> NOT_COMPARED = List.of("MqlValue.equals(Object)",
            "ExpressionCodecProvider.get(Class,CodecRegistry)");

    private static final String SOURCE = """
            package rows;
            import static %1$s.MqlValues.*;
            import %1$s.*;
            import java.time.Instant;
            import java.util.*;
            import java.util.function.Supplier;
            import org.bson.Document;
            import org.bson.types.Decimal128;
            public class %2$s implements Supplier<List<Supplier<Object>>> {
                static final Instant NOON = Instant.parse("2024-02-29T12:00:00.5Z");
                public List<Supplier<Object>> get() {
                    MqlDocument d = current();
                    MqlValue v = d.getField("v");
                    MqlBoolean b = d.getBoolean("b");
                    MqlNumber n = d.getNumber("n");
                    MqlInteger i = d.getInteger("i");
                    MqlString s = d.getString("s");
                    MqlDate t = d.getDate("t");
                    MqlArray<MqlInteger> a = d.getArray("a");
                    MqlMap<MqlInteger> m = d.getMap("m");
                    MqlEntry<MqlInteger> e = ofEntry(of("k"), of(1));
                    List<Supplier<Object>> rows = new ArrayList<>();
            %3$s
                    return rows;
                }
            }
            """;

    @TempDir
    Path directory;

    @Test
    void everyFunctionOfTheOfficialPackageHasARow() throws Exception {
        TreeSet<String> functions = theirFunctions();
        assertThat(functions).hasSizeGreaterThan(180);
        TreeSet<String> rows = new TreeSet<>(NOT_COMPARED);
        rows().forEach((name, expression) -> {
            if (!name.startsWith("+")) {
                assertThat(expression).as(name).contains(name.substring(name.indexOf('.') + 1, name.indexOf('(') + 1));
                rows.add(name);
            }
        });
        assertThat(rows).isEqualTo(functions);
    }

    @Test
    void everyFunctionOfTheOfficialPackageIsHereWithTheSameSignature() throws Exception {
        List<String> missing = new ArrayList<>();
        for (Class<?> theirs : theirTypes()) {
            Class<?> ours = Class.forName(OURS + "." + theirs.getSimpleName());
            TreeSet<String> functions = signatures(theirs);
            functions.removeAll(signatures(ours));
            functions.forEach(function -> missing.add(theirs.getSimpleName() + ": " + function));
        }
        assertThat(missing).isEmpty();
    }

    @Test
    void theSameSourceRendersToTheSameBson() throws Exception {
        List<String> names = List.copyOf(rows().keySet());
        List<Supplier<Object>> ours = compiled(OURS, "Ours");
        List<Supplier<Object>> theirs = compiled(THEIRS, "Theirs");
        assertThat(ours).hasSameSizeAs(names);
        Map<String, BsonDocument> rendered = new LinkedHashMap<>();
        Map<String, BsonDocument> expected = new LinkedHashMap<>();
        CodecRegistry withOurs = CodecRegistries.fromRegistries(
                CodecRegistries.fromProviders(new ExpressionCodecProvider()), CODECS);
        for (int row = 0; row < names.size(); row++) {
            rendered.put(names.get(row), Projections.computed("x", ours.get(row).get())
                    .toBsonDocument(BsonDocument.class, withOurs));
            Bson projection = com.mongodb.client.model.Projections.computed("x", theirs.get(row).get());
            expected.put(names.get(row), projection.toBsonDocument(BsonDocument.class, CODECS));
        }
        System.out.println("expressions that render as the official ones: " + rendered.size());
        assertThat(rendered).containsExactlyEntriesOf(expected);
        // Maps of documents are equal in any order of fields; the text has the order too, which a user would see.
        assertThat(rendered.toString()).isEqualTo(expected.toString());
    }

    private static Map<String, String> rows() throws IOException {
        Map<String, String> rows = new LinkedHashMap<>();
        try (InputStream table = ExpressionsTest.class.getResourceAsStream("expressions.txt")) {
            for (String line : new String(table.readAllBytes(), StandardCharsets.UTF_8).lines().toList()) {
                if (!line.isBlank() && !line.startsWith("#")) {
                    String[] parts = line.split(" \\| ", 2);
                    assertThat(rows.put(parts[0], parts[1])).as("a second row " + parts[0]).isNull();
                }
            }
        }
        return rows;
    }

    @SuppressWarnings("unchecked")
    private List<Supplier<Object>> compiled(String expressions, String name) throws Exception {
        String statements = rows().values().stream().map(row -> "rows.add(() -> " + row + ");")
                .collect(Collectors.joining("\n"));
        Path source = directory.resolve(name + ".java");
        Files.writeString(source, SOURCE.formatted(expressions, name, statements));
        String path = Stream.of(Class.forName(expressions + ".MqlValues"), Bson.class).map(ExpressionsTest::place)
                .map(Path::toString).collect(Collectors.joining(File.pathSeparator));
        StringWriter said = new StringWriter();
        PrintWriter printer = new PrintWriter(said);
        int result = ToolProvider.findFirst("javac").orElseThrow().run(printer, printer, "-proc:none", "-cp", path,
                "-d", directory.toString(), source.toString());
        assertThat(result).as(said.toString()).isZero();
        try (URLClassLoader loader = new URLClassLoader(new URL[]{directory.toUri().toURL()},
                ExpressionsTest.class.getClassLoader())) {
            return ((Supplier<List<Supplier<Object>>>) loader.loadClass("rows." + name).getConstructor().newInstance())
                    .get();
        }
    }

    private static Path place(Class<?> type) {
        try {
            return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException e) {
            throw new AssertionError(e);
        }
    }

    private static List<Class<?>> theirTypes() throws Exception {
        List<Class<?>> types = new ArrayList<>();
        String directory = THEIRS.replace('.', '/') + "/";
        try (JarFile jar = new JarFile(place(Class.forName(THEIRS + ".MqlValues")).toFile())) {
            for (String entry : jar.stream().map(Object::toString).sorted().toList()) {
                if (entry.startsWith(directory) && entry.endsWith(".class") && !entry.contains("$")) {
                    Class<?> type = Class.forName(entry.substring(0, entry.length() - 6).replace('/', '.'));
                    if (Modifier.isPublic(type.getModifiers()) && !type.isAnnotation()) {
                        types.add(type);
                    }
                }
            }
        }
        return types;
    }

    private static TreeSet<String> theirFunctions() throws Exception {
        TreeSet<String> functions = new TreeSet<>();
        for (Class<?> type : theirTypes()) {
            for (Method method : functions(type)) {
                functions.add(type.getSimpleName() + "." + method.getName() + parameters(method));
            }
        }
        return functions;
    }

    private static List<Method> functions(Class<?> type) {
        return Arrays.stream(type.getDeclaredMethods())
                .filter(method -> Modifier.isPublic(method.getModifiers()) && !method.isSynthetic()).toList();
    }

    private static String parameters(Method method) {
        return Arrays.stream(method.getParameterTypes()).map(Class::getSimpleName)
                .collect(Collectors.joining(",", "(", ")"));
    }

    /** With generics, but whichever package the types are of, and whatever type variables are called. */
    private static TreeSet<String> signatures(Class<?> type) {
        return functions(type).stream().map(method -> (method.toGenericString()
                .replaceAll("\\b(abstract|default) ", "").replaceAll("\\b[a-z][\\w.]*\\.(?=[A-Z])", "")
                .replaceAll("\\b\\w+\\.(?=\\w+\\()", ""))).collect(Collectors.toCollection(TreeSet::new));
    }
}
