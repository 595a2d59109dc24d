package dev.bowline.benchmarks.sidebyside;

import dev.bowline.benchmarks.sidebyside.Contest.ServerKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** All contests, in the order of the report. Contestants that are to be compared stand next to each other. */
public final class Contests {
    /**
     * Blocking on platform threads, on virtual threads, and the asynchronous form: ours and theirs, above the floor.
     */
    private static final String[] ALL_CONTESTANTS = {"socket", "bowline", "official", "official-virtual",
            "bowline-virtual",
            "bowline-async", "reactive"};
    private static final String[] WITHOUT_FLOOR = {"bowline", "official", "official-virtual", "bowline-virtual",
            "bowline-async", "reactive"};
    private static final String[] ASYNCHRONOUS_TOO = {"socket", "bowline", "official", "bowline-async", "reactive"};
    private static final String[] BLOCKING = {"socket", "bowline", "official"};
    /** Bowline under the official interfaces, with one collection object and with one per operation. */
    private static final String[] UNDER_INTERFACES = {"bowline", "bowline-sync", "bowline-sync-fetched", "official"};
    private static final String[] SERVICES = {"bowline", "official", "official-virtual", "bowline-virtual"};
    private static final String[] PAIR = {"bowline", "official"};
    private static final String[] MANY = {"official-virtual", "bowline-virtual", "bowline-async", "reactive"};
    private static final String[] VIRTUAL = {"official-virtual", "bowline-virtual"};

    /** Of what takes only nanoseconds. */
    static final int REPETITIONS = 100;

    private static final List<Contest> ALL = all();

    private Contests() {}

    public static List<Contest> list() {
        return ALL;
    }

    private static List<Contest> all() {
        List<Contest> all = new ArrayList<>();
        operations(all);
        underTheOfficialInterfaces(all);
        seen(all);
        services(all);
        callers(all);
        variants(all);
        bson(all);
        poolAndSelection(all);
        growth(all);
        return List.copyOf(all);
    }

    private static void operations(List<Contest> all) {
        String group = "Operations";
        all.add(one("find-by-id", group, "find of one small document by _id", Work.FIND_BY_ID, 2000)
                .by(ALL_CONTESTANTS));
        all.add(one("insert-one", group, "insertOne of a small document", Work.INSERT_ONE, 2000).by(ASYNCHRONOUS_TOO));
        all.add(one("insert-100k", group, "insertOne of a document of 100 KB", Work.INSERT_LARGE, 200)
                .by(ASYNCHRONOUS_TOO));
        all.add(one("run-command", group, "runCommand of ping", Work.RUN_COMMAND, 1000).by(ASYNCHRONOUS_TOO));
        all.add(one("cursor-10k", group, "find of 10,000 small documents by cursor", Work.FIND_10K, 6)
                .by(ASYNCHRONOUS_TOO));
        all.add(one("insert-many-10k", group, "insertMany of 10,000 small documents", Work.INSERT_MANY_SMALL, 4)
                .by(ASYNCHRONOUS_TOO));
        all.add(one("insert-many-large", group, "insertMany of 10 documents of 2.7 MB", Work.INSERT_MANY_LARGE, 1)
                .by(BLOCKING));
        all.add(one("bulk-10k", group, "bulkWrite of 10,000 small inserts", Work.BULK_SMALL, 4).by(ASYNCHRONOUS_TOO));
        all.add(one("bulk-large", group, "bulkWrite of 10 inserts of 2.7 MB", Work.BULK_LARGE, 1).by(BLOCKING));
        all.add(one("bulk-mixed", group, "ordered bulkWrite of 999 inserts, updates and deletes in nine runs",
                Work.BULK_MIXED, 20).by(PAIR));
    }

    private static void underTheOfficialInterfaces(List<Contest> all) {
        String group = "Under the official interfaces";
        all.add(one("sync-find-by-id", group, "find of one small document by _id", Work.FIND_BY_ID, 2000)
                .by(UNDER_INTERFACES));
        all.add(one("sync-insert-one", group, "insertOne of a small document", Work.INSERT_ONE, 2000)
                .by(UNDER_INTERFACES));
        all.add(one("sync-transaction", group, "a transaction of one insertOne", Work.TRANSACTION, 1000)
                .by("bowline", "bowline-sync", "official"));
    }

    private static void seen(List<Contest> all) {
        String group = "What it costs to see";
        String[] contestants = Stream.concat(Stream.of("bowline"), SeenContestant.NAMES.stream())
                .toArray(String[]::new);
        all.add(one("seen-find-by-id", group, "find of one small document by _id", Work.FIND_BY_ID, 2000)
                .by(contestants));
        all.add(one("seen-insert-one", group, "insertOne of a small document", Work.INSERT_ONE, 2000).by(contestants));
        all.add(local("seen-by-no-recording", group,
                "a hundred times the check whether a recording wants an operation, and none does",
                Work.CHECK_RECORDING, 1000).by("bowline"));
    }

    private static void services(List<Contest> all) {
        String group = "Services";
        all.add(one("request-plain", group, "a request of three finds, one update and one aggregation, records of 1 KB",
                Work.REQUEST, 400).by(SERVICES));
        all.add(one("request-transaction", group, "the same request in a transaction", Work.REQUEST_IN_TRANSACTION, 400)
                .by(SERVICES));
        for (int callers : new int[]{1, 8, 64, 512}) {
            mix(all, "read-mostly", "95% finds and 5% updates", Work.MIX_READ_MOSTLY, callers, 2000);
            mix(all, "update-heavy", "half finds and half updates", Work.MIX_UPDATE_HEAVY, callers, 2000);
            mix(all, "read-modify-write", "a find and an update that depends on it", Work.MIX_READ_MODIFY_WRITE,
                    callers, 1000);
            mix(all, "scans", "95% finds of a hundred records and 5% updates", Work.MIX_SCANS, callers, 600);
        }
    }

    private static void mix(List<Contest> all, String name, String description, Work work, int callers,
            int operations) {
        all.add(one("mix-" + name + "-" + callers, "Services",
                description + ", records of 1 KB, skewed keys, by " + callers
                        + (callers == 1 ? " caller" : " callers on a pool of 100"),
                work, operations).callers(callers)
                .with("maxPoolSize=100").by(SERVICES));
    }

    private static void callers(List<Contest> all) {
        for (int callers : new int[]{1, 8, 64, 512}) {
            all.add(one("callers-" + callers, "Callers",
                    "find by _id by " + callers + (callers == 1 ? " caller" : " callers") + " on a pool of 100",
                    Work.FIND_BY_ID, callers == 1 ? 1000 : 4000).callers(callers)
                    .with("maxPoolSize=100")
                    .by(callers <= 64 ? ALL_CONTESTANTS : WITHOUT_FLOOR));
        }
        all.add(one("callers-4096", "Callers", "find by _id by 4,096 callers, none with a platform thread, pool of 100",
                Work.FIND_BY_ID, 4096).callers(4096).with("maxPoolSize=100").by(MANY));
    }

    private static void variants(List<Contest> all) {
        String group = "TLS and compression";
        all.add(one("find-by-id-tls", group, "find of one small document by _id, TLS", Work.FIND_BY_ID, 1000)
                .on(ServerKind.CANNED_TLS).with("tls=true").by(BLOCKING));
        all.add(one("insert-one-tls", group, "insertOne of a small document, TLS", Work.INSERT_ONE, 1000)
                .on(ServerKind.CANNED_TLS).with("tls=true").by(BLOCKING));
        all.add(one("find-by-id-zstd", group, "find of one small document by _id, zstd", Work.FIND_BY_ID, 1000)
                .with("compressors=zstd").by(BLOCKING));
        all.add(one("insert-one-zstd", group, "insertOne of a small document, zstd", Work.INSERT_ONE, 1000)
                .with("compressors=zstd").by(BLOCKING));
    }

    private static void bson(List<Contest> all) {
        String group = "BSON";
        all.add(bson("bson-encode-flat", "encoding 121 fields of common types", Work.ENCODE_FLAT, group));
        all.add(bson("bson-encode-deep", "encoding a binary tree of six levels", Work.ENCODE_DEEP, group));
        all.add(bson("bson-encode-wide", "encoding 201 fields, ten of them arrays", Work.ENCODE_WIDE, group));
        all.add(bson("bson-encode-full", "encoding 91 fields of every type", Work.ENCODE_FULL, group));
        all.add(bson("bson-decode-flat", "decoding 121 fields of common types", Work.DECODE_FLAT, group));
        all.add(bson("bson-decode-deep", "decoding a binary tree of six levels", Work.DECODE_DEEP, group));
        all.add(bson("bson-decode-wide", "decoding 201 fields, ten of them arrays", Work.DECODE_WIDE, group));
        all.add(bson("bson-decode-full", "decoding 91 fields of every type", Work.DECODE_FULL, group));
    }

    private static void poolAndSelection(List<Contest> all) {
        String group = "Pool and selection";
        all.add(local("pool-free", group, "a hundred times check-out and check-in by one thread", Work.CHECK_OUT,
                1000));
        all.add(local("pool-16", group, "16 threads on ten connections, each held for 100 us",
                Work.CHECK_OUT_AND_HOLD, 4000).callers(16));
        all.add(local("pool-256", group, "256 threads on ten connections, each held for 100 us",
                Work.CHECK_OUT_AND_HOLD, 256 * 32).callers(256));
        all.add(local("select-3", group, "a hundred times selecting the primary of 3 servers", Work.SELECT_OF_3, 1000));
        all.add(local("select-1000", group, "a hundred times selecting a router of 1,000", Work.SELECT_OF_1000, 20));
    }

    private static void growth(List<Contest> all) {
        String group = "Growth";
        all.add(one("documents-1", group, "find of 1 document in one reply", Work.FIND_1, 1000).by(PAIR));
        all.add(one("documents-10", group, "find of 10 documents in one reply", Work.FIND_10, 1000).by(PAIR));
        all.add(one("documents-100", group, "find of 100 documents in one reply", Work.FIND_100, 500).by(PAIR));
        all.add(one("servers-1", group, "find by _id in a set of one", Work.FIND_BY_ID, 1000).by(PAIR));
        all.add(one("servers-10", group, "find by _id in a set of 10", Work.FIND_BY_ID, 1000)
                .on(ServerKind.SET_OF_10).by(PAIR));
        all.add(one("servers-100", group, "find by _id through 100 routers", Work.FIND_BY_ID, 1000)
                .on(ServerKind.ROUTERS_100).by(PAIR));
        all.add(one("servers-1000", group, "find by _id through 1,000 routers", Work.FIND_BY_ID, 1000)
                .on(ServerKind.ROUTERS_1000).by(PAIR));
        for (int waiting : new int[]{10, 1000, 10_000}) {
            all.add(one("waiting-" + waiting, group,
                    String.format(Locale.ROOT,
                            "find by _id by %,d virtual threads more than the ten connections of the pool", waiting),
                    Work.FIND_BY_ID, Math.max(2000, waiting + 10)).callers(waiting + 10)
                    .onOneCpu().with("maxPoolSize=10").by(VIRTUAL));
        }
    }

    private static Contest one(String title, String group, String description, Work work, int operations) {
        return new Contest(title, group, description, work, operations, 1, true, ServerKind.CANNED, List.of(),
                List.of(BLOCKING));
    }

    private static Contest bson(String title, String description, Work work, String group) {
        return local(title, group, description, work, 2000);
    }

    private static Contest local(String title, String group, String description, Work work, int operations) {
        return new Contest(title, group, description, work, operations, 1, true, ServerKind.NONE, List.of(),
                List.of(PAIR));
    }
}
