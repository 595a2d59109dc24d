package dev.bowline.benchmarks.sidebyside;

import java.util.Arrays;
import java.util.List;

/** The work that is compared. */
public enum Task {
    FIND_BY_ID("find-by-id", 2000, "find of one small document by _id"),
    INSERT_ONE("insert-one", 2000, "insertOne of a small document"),
    INSERT_LARGE("insert-100k", 200, "insertOne of a document of 100 KB"),
    RUN_COMMAND("run-command", 2000, "runCommand of ping"),
    CURSOR("cursor-10k", 10, "find of 10,000 small documents by cursor"),
    INSERT_MANY("insert-many-10k", 10, "insertMany of 10,000 small documents"),
    BULK_WRITE("bulk-10k", 10, "bulkWrite of 10,000 inserts");

    private final String title;
    private final int operationsPerSlice;
    private final String description;

    Task(String title, int operationsPerSlice, String description) {
        this.title = title;
        this.operationsPerSlice = operationsPerSlice;
        this.description = description;
    }

    public String title() {
        return title;
    }

    int operationsPerSlice() {
        return operationsPerSlice;
    }

    public String description() {
        return description;
    }

    /** The task of this title. */
    public static Task titled(String title) {
        return Arrays.stream(values()).filter(task -> task.title.equals(title)).findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "There is no task '" + title + "'; there are " + titles()));
    }

    public static List<String> titles() {
        return Arrays.stream(values()).map(Task::title).toList();
    }
}
