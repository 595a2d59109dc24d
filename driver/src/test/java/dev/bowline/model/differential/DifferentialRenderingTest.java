package dev.bowline.model.differential;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.MongoClientSettings;
import dev.bowline.codec.MappingCodecProvider;
import dev.bowline.egress.wire.FastCodecs;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import org.assertj.core.api.SoftAssertions;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.bson.Document;
import org.bson.UuidRepresentation;
import org.bson.codecs.configuration.CodecRegistries;
import org.bson.codecs.configuration.CodecRegistry;
import org.bson.conversions.Bson;
import org.junit.jupiter.api.Test;

/**
 * Holds every builder to the official one: the same call yields the same BSON, field by field and in the same order,
 * and there is a call of every function that they have. The calls are the same in {@code Their...} and {@code Our...};
 * what differs is how options are given.
 */
class DifferentialRenderingTest {
    private static final String THEIR_PACKAGE = "com/mongodb/client/model/";
    private static final CodecRegistry THEIR_CODECS = CodecRegistries.withUuidRepresentation(
            MongoClientSettings.getDefaultCodecRegistry(), UuidRepresentation.STANDARD);
    private static final CodecRegistry OUR_CODECS = CodecRegistries.withUuidRepresentation(
            CodecRegistries.fromRegistries(FastCodecs.registry(),
                    CodecRegistries.fromProviders(new MappingCodecProvider())),
            UuidRepresentation.STANDARD);

    /** Classes that make no BSON of their own, by their simple names. */
    private static final Map<String, String> OTHER_CLASSES = Map.of(
            "mql\\..*", "typed expressions have a test of their own",
            "vault\\..*", "there is no client-side encryption",
            "bulk\\..*", "models of writes; the commands they become are in the conformance suites",
            "changestream\\..*", "events, which are read and not rendered",
            "geojson\\.codecs\\..*", "codecs; see GeoJsonTest",
            "geojson\\.\\w+", "values; see GeoJsonTest",
            "(?:Bulk|Clustered|Count|Create|Delete|Drop|Estimated|Find|Index|Insert|Rename|Replace|TimeSeries|Update"
                    + "|Validation|ChangeStreamPre)\\w*(?:Options|Model|Defaults|Params)",
            "options and models of operations; the commands they become are in the conformance suites");

    /** Functions that are not called here. */
    private static final Map<String, String> OTHER_FUNCTIONS = Map.of(
            "(\\w+Options)\\.(?i)\\1\\(\\)", "makes an options object; here a function gets it",
            "\\w+SearchOperator\\.score\\(SearchScore\\)",
            "the same as SearchOperator.score with a narrower type",
            "FieldSearchPath\\.toValue\\(\\)", "the text of a path; toBsonValue has it",
            "WindowOutputField\\.toBsonField\\(\\)", "a field over a window is a BsonField here",
            "Collation.*", "see OfficialValuesTest",
            "Builder\\..*", "the builder of Collation; see OfficialValuesTest");

    @Test
    void theSameCallsYieldTheSameDocuments() {
        Map<String, List<String>> theirs = theirs().texts();
        Map<String, List<String>> ours = ours().texts();
        assertThat(ours.keySet()).isEqualTo(theirs.keySet());
        SoftAssertions softly = new SoftAssertions();
        int compared = 0;
        for (Map.Entry<String, List<String>> each : theirs.entrySet()) {
            compared += each.getValue().size();
            softly.assertThat(ours.get(each.getKey())).as(each.getKey()).isEqualTo(each.getValue());
        }
        softly.assertAll();
        System.out.println("renderings that are the same as the official driver's: " + compared + " of "
                + theirs.size() + " functions");
        assertThat(compared).isGreaterThan(500);
    }

    @Test
    void everyOfficialFunctionIsCalledOrExplained() throws Exception {
        TreeSet<String> called = new TreeSet<>(theirs().texts().keySet());
        TreeSet<String> unusedExplanations = new TreeSet<>(OTHER_FUNCTIONS.keySet());
        unusedExplanations.addAll(OTHER_CLASSES.keySet());
        TreeSet<String> missing = new TreeSet<>();
        for (String signature : signatures(unusedExplanations)) {
            if (called.remove(signature)) {
                continue;
            }
            List<String> explanations = OTHER_FUNCTIONS.keySet().stream()
                    .filter(pattern -> Pattern.matches(pattern, signature)).toList();
            unusedExplanations.removeAll(explanations);
            if (explanations.isEmpty()) {
                missing.add(signature);
            }
        }
        assertThat(missing).as("functions of the official builders that are not compared").isEmpty();
        assertThat(called).as("functions that the official driver does not have").isEmpty();
        assertThat(unusedExplanations).as("explanations of nothing").isEmpty();
    }

    private static Renderings theirs() {
        Renderings theirs = new Renderings(yielded -> switch (yielded) {
            case com.mongodb.client.model.BsonField field -> new BsonDocument(field.getName(),
                    render(field.getValue(), THEIR_CODECS));
            case com.mongodb.client.model.WindowOutputField field -> new BsonDocument(field.toBsonField().getName(),
                    render(field.toBsonField().getValue(), THEIR_CODECS));
            case com.mongodb.client.model.Window window -> render(window.toBsonDocument(), THEIR_CODECS);
            default -> render(yielded, THEIR_CODECS);
        });
        TheirQueries.add(theirs);
        TheirStages.add(theirs);
        TheirFields.add(theirs);
        TheirSearches.add(theirs);
        return theirs;
    }

    private static Renderings ours() {
        Renderings ours = new Renderings(yielded -> switch (yielded) {
            case dev.bowline.model.BsonField field -> new BsonDocument(field.name(), render(field.value(), OUR_CODECS));
            default -> render(yielded, OUR_CODECS);
        });
        OurQueries.add(ours);
        OurStages.add(ours);
        OurFields.add(ours);
        OurSearches.add(ours);
        return ours;
    }

    private static BsonDocument render(Object yielded, CodecRegistry codecs) {
        return switch (yielded) {
            case Bson bson -> bson.toBsonDocument(Document.class, codecs);
            case BsonValue value -> new BsonDocument("value", value);
            default -> throw new AssertionError(yielded.getClass() + " is no BSON");
        };
    }

    /** The public functions of the official builders that make something: statics, and what says more of an object. */
    private static TreeSet<String> signatures(TreeSet<String> unusedExplanations) throws Exception {
        Path jar = Path.of(
                com.mongodb.client.model.Filters.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        TreeSet<String> signatures = new TreeSet<>();
        try (JarFile file = new JarFile(jar.toFile())) {
            for (String entry : file.stream().map(Object::toString).sorted().toList()) {
                if (!entry.startsWith(THEIR_PACKAGE) || !entry.endsWith(".class")) {
                    continue;
                }
                String name = entry.substring(THEIR_PACKAGE.length(), entry.length() - 6).replace('/', '.');
                Class<?> type = Class.forName(THEIR_PACKAGE.replace('/', '.') + name, false,
                        DifferentialRenderingTest.class.getClassLoader());
                if (!Modifier.isPublic(type.getModifiers()) || type.isEnum()) {
                    continue;
                }
                List<String> explanations = OTHER_CLASSES.keySet().stream()
                        .filter(pattern -> Pattern.matches(pattern, name)).toList();
                unusedExplanations.removeAll(explanations);
                if (explanations.isEmpty()) {
                    signatures.addAll(signatures(type));
                }
            }
        }
        assertThat(signatures).hasSizeGreaterThan(300);
        return signatures;
    }

    private static List<String> signatures(Class<?> type) {
        List<String> signatures = new ArrayList<>();
        for (Method method : type.getDeclaredMethods()) {
            boolean asks = !Modifier.isStatic(method.getModifiers()) && method.getName()
                    .matches("get[A-Z].*|is[A-Z].*|equals|hashCode|toString|toBsonDocument");
            if (Modifier.isPublic(method.getModifiers()) && !method.isSynthetic() && !asks
                    && !method.isAnnotationPresent(Deprecated.class)) {
                StringJoiner parameters = new StringJoiner(",", "(", ")");
                Arrays.stream(method.getParameterTypes()).forEach(each -> parameters.add(each.getSimpleName()));
                signatures.add(type.getSimpleName() + "." + method.getName() + parameters);
            }
        }
        return signatures;
    }
}
