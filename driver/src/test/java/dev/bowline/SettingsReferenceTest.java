package dev.bowline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bowline.driver.uri.UriOption;
import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Holds the settings reference and the code to each other. */
class SettingsReferenceTest {
    private static final Pattern CODE = Pattern.compile("`([^`]+)`");
    /** Methods that are no setting of their own; the text of the page describes them. */
    private static final Set<String> NOT_SETTINGS = Set.of("build", "connectionString");

    @Test
    void everyOptionOfAConnectionStringIsInTheReferenceAndNoOther() throws IOException {
        Set<String> options = new TreeSet<>();
        UriOption.all().forEach(option -> options.add(option.name()));
        assertThat(column(1)).isEqualTo(options);
    }

    @Test
    void everyMethodOfTheBuilderIsInTheReferenceAndNoOther() throws IOException {
        Set<String> methods = new TreeSet<>();
        for (Method method : MongoClientSettingsBuilder.class.getDeclaredMethods()) {
            if (Modifier.isPublic(method.getModifiers()) && !NOT_SETTINGS.contains(method.getName())) {
                methods.add(method.getName());
            }
        }
        assertThat(column(2)).isEqualTo(methods);
    }

    @Test
    void everySettingOfTheBuilderCanBeReadBack() {
        Set<String> accessors = new TreeSet<>();
        for (Method method : MongoClientSettings.class.getDeclaredMethods()) {
            accessors.add(method.getName());
        }
        for (Method method : MongoClientSettingsBuilder.class.getDeclaredMethods()) {
            String name = method.getName();
            boolean setting = Modifier.isPublic(method.getModifiers()) && !NOT_SETTINGS.contains(name);
            boolean hidden = name.endsWith("Password") || name.equals("tlsInsecure");
            if (setting && !hidden) {
                String accessor = name.startsWith("add")
                        ? Character.toLowerCase(name.charAt(3)) + name.substring(4) + "s"
                        : name;
                assertThat(accessors).contains(accessor);
            }
        }
    }

    /** The names in code style of one column of all tables with the reference's header. */
    private static Set<String> column(int column) throws IOException {
        Set<String> names = new TreeSet<>();
        boolean inTable = false;
        for (String line : Files.readAllLines(reference())) {
            String[] cells = line.split("\\|", -1);
            if (line.startsWith("| option | builder method |")) {
                inTable = true;
            } else if (!line.startsWith("|")) {
                inTable = false;
            } else if (inTable && cells.length > column) {
                Matcher matcher = CODE.matcher(cells[column]);
                while (matcher.find()) {
                    assertThat(names.add(matcher.group(1))).as(matcher.group(1) + " is listed once").isTrue();
                }
            }
        }
        return names;
    }

    private static Path reference() {
        Path here = Path.of("docs/settings.md");
        return Files.exists(here) ? here : Path.of("../docs/settings.md");
    }
}
