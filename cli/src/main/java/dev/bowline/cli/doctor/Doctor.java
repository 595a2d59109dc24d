package dev.bowline.cli.doctor;

import dev.bowline.MongoClient;
import dev.bowline.MongoClientSettings;
import dev.bowline.concern.ReadPreference;
import dev.bowline.driver.uri.ConnectionString;
import dev.bowline.egress.environment.DnsResolver.DnsException;
import dev.bowline.egress.environment.Environment;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.error.MongoException;
import dev.bowline.model.Filters;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bson.BsonDocument;
import org.bson.Document;
import org.jspecify.annotations.Nullable;

/**
 * Examines a deployment as a client would use it, from the connection string to a read and a write.
 *
 * @param limit for the whole examination
 * @param writes whether a document is really written and removed, in the collection {@code test.bowline_doctor}
 */
public record Doctor(String uri, Duration limit, boolean writes) {
    private static final Pattern OPTION = Pattern.compile("[?&]([A-Za-z]+)=");
    private static final Pattern UNKNOWN = Pattern.compile("option ['\"]?([A-Za-z]+)['\"]? is unknown");
    private static final String COLLECTION = "bowline_doctor";

    /** Examines everything and returns what was found. Never throws for what is wrong with the deployment. */
    public Diagnosis examine() {
        long end = System.nanoTime() + limit.toNanos();
        Diagnosis diagnosis = new Diagnosis(shown());
        MongoClientSettings settings = read(diagnosis);
        if (settings == null) {
            return diagnosis;
        }
        MongoClientSettings resolved = lookUp(diagnosis, settings);
        if (resolved == null) {
            return diagnosis;
        }
        int perStep = (int) Math.max(500, limit.toMillis() / 5);
        List<HostExamination> seeds = examine(diagnosis.step("Servers of the connection string"), resolved,
                resolved.hosts(), perStep);
        List<HostExamination> all = new ArrayList<>(seeds);
        all.addAll(members(diagnosis, resolved, seeds, perStep));
        if (all.stream().anyMatch(HostExamination::isUsable)) {
            use(diagnosis.step("Use, as a client would"), resolved,
                    Duration.ofNanos(Math.max(1_000_000_000L, end - System.nanoTime())));
        }
        return diagnosis;
    }

    /** The string without its secrets, or less if it cannot even be read. */
    private String shown() {
        try {
            return ConnectionString.parse(uri).toString();
        } catch (MongoException e) {
            return "a connection string that cannot be read";
        }
    }

    private @Nullable MongoClientSettings read(Diagnosis diagnosis) {
        Diagnosis.Step step = diagnosis.step("Connection string");
        try {
            ConnectionString string = ConnectionString.parse(uri);
            string.warnings().forEach(warning -> step.found(warning(warning)));
            Matcher option = OPTION.matcher(uri);
            while (option.find()) {
                String name = option.group(1);
                OptionAdvice.successor(name).ifPresent(better -> step.found(Finding.warning("option-deprecated",
                        "The option " + name + " is deprecated", "use " + better, 100)));
            }
            MongoClientSettings settings = MongoClientSettings.builder().connectionString(uri).build();
            step.saw(settings.toString());
            return settings;
        } catch (MongoException | IllegalArgumentException e) {
            step.found(Finding.problem("string", String.valueOf(e.getMessage()),
                    "special characters of user and password must be percent-encoded: ':' as %3A, '/' as %2F, '@' as "
                            + "%40, "
                            + "'%' as %25",
                    80));
            return null;
        }
    }

    private static Finding warning(String text) {
        Matcher unknown = UNKNOWN.matcher(text);
        Optional<String> meant = unknown.find() ? OptionAdvice.meant(unknown.group(1)) : Optional.empty();
        return Finding.warning("option", text, meant.map(name -> "did you mean " + name + "?").orElse(""), 100);
    }

    private static @Nullable MongoClientSettings lookUp(Diagnosis diagnosis, MongoClientSettings settings) {
        if (settings.srvHost().isEmpty()) {
            return settings;
        }
        Diagnosis.Step step = diagnosis.step("DNS seed list");
        try {
            MongoClientSettings resolved = settings.resolved();
            step.saw("the SRV records of " + settings.srvHost().get() + " name " + resolved.hosts());
            return resolved;
        } catch (MongoException | DnsException e) {
            step.found(Finding.problem("srv", String.valueOf(e.getMessage()),
                    "check the name, the DNS server of this machine, and that dnsjava is on the class path", 80));
            return null;
        }
    }

    private static List<HostExamination> examine(Diagnosis.Step step, MongoClientSettings settings,
            List<ServerAddress> hosts, int timeoutMillis) {
        Environment environment = settings.environment();
        List<HostExamination> examinations = new ArrayList<>();
        List<Thread> threads = new ArrayList<>();
        for (ServerAddress host : hosts) {
            HostExamination one = new HostExamination(environment, settings.connectionSettings(), host, timeoutMillis);
            examinations.add(one);
            threads.add(Thread.ofPlatform().daemon().name("doctor-" + host).start(() -> one.examine(step)));
        }
        try {
            for (Thread thread : threads) {
                thread.join();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return examinations;
    }

    /** Compares what the members say of the set, and examines members that the string does not name. */
    private static List<HostExamination> members(Diagnosis diagnosis, MongoClientSettings settings,
            List<HostExamination> seeds, int timeoutMillis) {
        Set<String> named = new LinkedHashSet<>();
        Map<String, String> sets = new LinkedHashMap<>();
        boolean primary = false;
        for (HostExamination seed : seeds) {
            BsonDocument hello = seed.hello();
            if (hello != null && hello.isString("setName")) {
                sets.put(seed.address().toString(), hello.getString("setName").getValue());
                for (String list : List.of("hosts", "passives", "arbiters")) {
                    if (hello.isArray(list)) {
                        hello.getArray(list).forEach(one -> named.add(one.asString().getValue()));
                    }
                }
                primary |= hello.containsKey("primary");
            }
        }
        if (sets.isEmpty()) {
            return List.of();
        }
        Diagnosis.Step step = diagnosis.step("Replica set");
        step.saw("members as the set names them: " + named);
        judge(step, settings, sets, primary);
        Set<String> seen = new LinkedHashSet<>();
        seeds.forEach(seed -> seen.add(seed.address().toString()));
        List<ServerAddress> others = named.stream().filter(name -> !seen.contains(name)).map(ServerAddress::parse)
                .toList();
        List<HostExamination> examined = examine(step, settings, others, timeoutMillis);
        for (HostExamination one : examined) {
            if (one.hello() == null) {
                step.found(Finding.problem("member-name", "The set names a member " + one.address()
                        + ", which cannot be reached from here by this name",
                        "clients use the names of the set's configuration, not those of the connection string: give "
                                + "the "
                                + "members names that resolve here (rs.reconfig), or connect to one with "
                                + "directConnection=true",
                        90));
            }
        }
        return examined;
    }

    private static void judge(Diagnosis.Step step, MongoClientSettings settings, Map<String, String> sets,
            boolean primary) {
        String wanted = settings.replicaSet().orElse(null);
        sets.forEach((host, set) -> {
            if (wanted != null && !wanted.equals(set)) {
                step.found(
                        Finding.problem("set-name", host + " is a member of set " + set + ", and the connection string "
                                + "asks for " + wanted, "correct replicaSet in the connection string", 95));
            }
        });
        if (new LinkedHashSet<>(sets.values()).size() > 1) {
            step.found(Finding.problem("sets", "The servers are members of different sets: " + sets,
                    "name members of one set only", 95));
        }
        if (!primary) {
            step.found(Finding.problem("no-primary", "No member knows a primary",
                    "a majority of the members must be up and see each other: look at rs.status() on a member", 90));
        }
    }

    private void use(Diagnosis.Step step, MongoClientSettings resolved, Duration limit) {
        Duration selection = limit.dividedBy(2).compareTo(Duration.ofSeconds(2)) < 0
                ? limit.dividedBy(2)
                : Duration.ofSeconds(2);
        MongoClientSettings quick = MongoClientSettings.builder().connectionString(uri)
                .serverSelectionTimeout(selection).build();
        try (MongoClient client = MongoClient.connect(quick)) {
            for (ReadPreference preference : List.of(ReadPreference.primary(), ReadPreference.secondary(),
                    ReadPreference.nearest())) {
                try {
                    long start = System.nanoTime();
                    client.database("admin").runCommand(new Document("ping", 1), o -> o.readPreference(preference));
                    step.saw("a read with preference " + preference + " works, "
                            + (System.nanoTime() - start) / 1_000_000
                            + " ms");
                } catch (MongoException e) {
                    step.found(unreadable(preference, e));
                }
            }
            if (writes) {
                write(step, client);
            }
            poolLimits(step, client, resolved);
        } catch (MongoException e) {
            step.found(Finding.problem("client", String.valueOf(e.getMessage()), "", 50));
        }
    }

    private static Finding unreadable(ReadPreference preference, MongoException e) {
        String what = "A read with preference " + preference + " finds no server: " + firstLine(e);
        return preference.equals(ReadPreference.secondary())
                ? Finding.warning("read-secondary", what, "", 90)
                : Finding.problem("read-" + preference.mode().wireName(), what, "see the servers above", 90);
    }

    private static void write(Diagnosis.Step step, MongoClient client) {
        try {
            var collection = client.database("test").collection(COLLECTION);
            Object id = client.settings().environment().newObjectId();
            collection.insertOne(new Document("_id", id));
            collection.deleteOne(Filters.eq("_id", id));
            step.saw("a write to test." + COLLECTION + " works");
        } catch (MongoException e) {
            step.found(Finding.problem("write", "A write fails: " + firstLine(e), "see the servers above", 80));
        }
    }

    private static void poolLimits(Diagnosis.Step step, MongoClient client, MongoClientSettings settings) {
        try {
            Document status = client.database("admin").runCommand(new Document("serverStatus", 1));
            if (status.get("connections") instanceof Document connections
                    && connections.get("available") instanceof Number available
                    && available.longValue() < settings.maxPoolSize()) {
                step.found(Finding.warning("pool",
                        "The server has " + available + " connections left, and a pool of this "
                                + "client may open " + settings.maxPoolSize(),
                        "lower maxPoolSize or raise the server's limit", 90));
            }
        } catch (MongoException e) {
            step.saw("serverStatus is not allowed, so the server's connection limit is not known");
        }
    }

    private static String firstLine(MongoException e) {
        return String.valueOf(e.getMessage()).lines().findFirst().orElse("");
    }
}
