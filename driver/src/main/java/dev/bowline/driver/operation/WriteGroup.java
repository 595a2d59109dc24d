package dev.bowline.driver.operation;

import dev.bowline.driver.operation.BulkStatement.Kind;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.RandomAccess;
import org.jspecify.annotations.Nullable;

/**
 * Statements of one kind that may go into the same command, with their positions in the bulk write. Pure.
 *
 * <p>Ordered bulk writes are cut wherever the kind changes; unordered ones are sorted by kind. How they are cut further
 * depends on the connection; see {@link WriteBatch}. Retryability plays no part in it.
 */
record WriteGroup<T>(Kind kind, List<BulkStatement<T>> statements, List<Integer> positions) {
    static <T> List<WriteGroup<T>> of(List<BulkStatement<T>> statements, boolean ordered) {
        if (isOfOneKind(statements)) {
            return List
                    .of(new WriteGroup<>(statements.get(0).kind(), statements, new SamePositions(statements.size())));
        }
        List<WriteGroup<T>> groups = new ArrayList<>();
        for (int i = 0; i < statements.size(); i++) {
            BulkStatement<T> statement = statements.get(i);
            WriteGroup<T> group = find(groups, statement.kind(), ordered);
            if (group == null) {
                group = new WriteGroup<>(statement.kind(), new ArrayList<>(), new ArrayList<>());
                groups.add(group);
            }
            group.statements.add(statement);
            group.positions.add(i);
        }
        return groups;
    }

    private static <T> boolean isOfOneKind(List<BulkStatement<T>> statements) {
        for (BulkStatement<T> statement : statements) {
            if (statement.kind() != statements.get(0).kind()) {
                return false;
            }
        }
        return !statements.isEmpty();
    }

    /** Every statement where it is in the bulk write: what a list of ten thousand numbers would say. */
    private static final class SamePositions extends AbstractList<Integer> implements RandomAccess {
        private final int size;

        SamePositions(int size) {
            this.size = size;
        }

        @Override
        public Integer get(int index) {
            return Objects.checkIndex(index, size);
        }

        @Override
        public int size() {
            return size;
        }
    }

    private static <T> @Nullable WriteGroup<T> find(List<WriteGroup<T>> groups, Kind kind,
            boolean ordered) {
        if (ordered) {
            WriteGroup<T> last = groups.isEmpty() ? null : groups.get(groups.size() - 1);
            return last != null && last.kind == kind ? last : null;
        }
        for (WriteGroup<T> group : groups) {
            if (group.kind == kind) {
                return group;
            }
        }
        return null;
    }

    int size() {
        return statements.size();
    }

    boolean hasMulti(int from, int to) {
        return firstMulti(from) < to;
    }

    /** Where the first statement for many documents is from a position on; the size if there is none. */
    int firstMulti(int from) {
        int i = from;
        while (i < size() && !statements.get(i).isMulti()) {
            i++;
        }
        return i;
    }
}
