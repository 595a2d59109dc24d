package dev.bowline.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.source.doctree.DocCommentTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.ModifiersTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.DocTrees;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePathScanner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.lang.model.element.Modifier;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every public element of an exported package has Javadoc with a summary. */
class JavadocTest {
    private static final Pattern EXPORTED = Pattern.compile("exports ([\\w.]+);");
    private static final Set<Tree.Kind> IMPLICITLY_PUBLIC = Set.of(Tree.Kind.INTERFACE, Tree.Kind.ANNOTATION_TYPE);

    @Test
    void everyPublicElementOfAnExportedPackageIsDocumented() throws IOException {
        List<Path> sources = new ArrayList<>();
        for (Path root : sourceRoots()) {
            Path module = root.resolve("module-info.java");
            if (Files.exists(module)) {
                Matcher exported = EXPORTED.matcher(Files.readString(module));
                while (exported.find()) {
                    try (Stream<Path> files = Files.list(root.resolve(exported.group(1).replace('.', '/')))) {
                        files.filter(file -> file.toString().endsWith(".java")).forEach(sources::add);
                    }
                }
            } else {
                try (Stream<Path> files = Files.walk(root)) {
                    files.filter(file -> file.toString().endsWith(".java")).forEach(sources::add);
                }
            }
        }
        assertThat(sources).hasSizeGreaterThan(200);
        assertThat(silent(sources)).as("public elements without a summary").isEmpty();
    }

    @Test
    void anElementWithoutJavadocOrWithoutASummaryIsFound(@TempDir Path directory) throws IOException {
        Path source = directory.resolve("Loud.java");
        Files.writeString(source,
                "/** A. */ public class Loud { /** B. */ public Loud() {} public int x() { return 0; } "
                        + "int y() { return 0; } @Override public String toString() { return \"\"; } /** C. */ public "
                        + "int z; /** @return 1 */ public int w() { return 1; } }");
        assertThat(silent(List.of(source))).containsExactly("Loud.x", "Loud.w");
    }

    /** Of all modules that are published. One without a module declaration exports everything. */
    private static List<Path> sourceRoots() throws IOException {
        List<Path> roots = new ArrayList<>();
        try (Stream<Path> poms = Files.find(Path.of(".."), 2, (file, attributes) -> file.endsWith("pom.xml"))) {
            for (Path pom : poms.toList()) {
                Path root = pom.resolveSibling(Path.of("src", "main", "java"));
                if (Files.isDirectory(root) && !Files.readString(pom).contains("<maven.deploy.skip>true<")) {
                    roots.add(root);
                }
            }
        }
        assertThat(roots).contains(Path.of("..", "driver", "src", "main", "java"),
                Path.of("..", "watch", "src", "main", "java"));
        return roots;
    }

    private static List<String> silent(List<Path> sources) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        List<String> silent = new ArrayList<>();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            JavacTask task = (JavacTask) compiler.getTask(null, files, null, null, null,
                    files.getJavaFileObjectsFromPaths(sources));
            DocTrees docs = DocTrees.instance(task);
            for (CompilationUnitTree unit : task.parse()) {
                new Scanner(docs, silent).scan(unit, null);
            }
        }
        return silent;
    }

    private static final class Scanner extends TreePathScanner<Void, Void> {
        private final DocTrees docs;
        private final List<String> silent;
        private String owner = "";
        private boolean implicit;

        Scanner(DocTrees docs, List<String> silent) {
            this.docs = docs;
            this.silent = silent;
        }

        @Override
        public Void visitClass(ClassTree type, Void nothing) {
            if (!isPublic(type.getModifiers())) {
                return null;
            }
            check(type.getSimpleName().toString());
            String outer = owner;
            boolean outerImplicit = implicit;
            owner = type.getSimpleName() + ".";
            implicit = IMPLICITLY_PUBLIC.contains(type.getKind());
            for (Tree member : type.getMembers()) {
                scan(member, null);
            }
            owner = outer;
            implicit = outerImplicit;
            return null;
        }

        @Override
        public Void visitMethod(MethodTree method, Void nothing) {
            boolean overrides = method.getModifiers().getAnnotations().stream()
                    .anyMatch(annotation -> annotation.getAnnotationType().toString().equals("Override"));
            boolean compact = getCurrentPath().getParentPath().getLeaf().getKind() == Tree.Kind.RECORD
                    && method.getReturnType() == null;
            if (isPublic(method.getModifiers()) && !overrides && !compact) {
                check(method.getName().toString());
            }
            return null;
        }

        @Override
        public Void visitVariable(VariableTree field, Void nothing) {
            boolean component = getCurrentPath().getParentPath().getLeaf().getKind() == Tree.Kind.RECORD
                    && !field.getModifiers().getFlags().contains(Modifier.STATIC);
            boolean constant = getCurrentPath().getParentPath().getLeaf().getKind() == Tree.Kind.ENUM;
            if (isPublic(field.getModifiers()) && !component && !constant) {
                check(field.getName().toString());
            }
            return null;
        }

        private boolean isPublic(ModifiersTree modifiers) {
            Set<Modifier> flags = modifiers.getFlags();
            return flags.contains(Modifier.PUBLIC) || (implicit && !flags.contains(Modifier.PRIVATE));
        }

        private void check(String name) {
            DocCommentTree comment = docs.getDocCommentTree(getCurrentPath());
            if (comment == null || comment.getFirstSentence().isEmpty()) {
                silent.add(owner + name);
            }
        }
    }
}
