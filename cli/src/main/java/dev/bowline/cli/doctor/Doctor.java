package dev.bowline.cli.doctor;

import dev.bowline.MongoClient;
import dev.bowline.MongoClientSettings;
import dev.bowline.concern.ReadPreference;
import dev.bowline.driver.uri.ConnectionString;
import dev.bowline.egress.environment.DnsResolver.DnsException;
import dev.bowline.egress.environment.Environment;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.egress.environment.SystemEnvironment;
import dev.bowline.error.MongoCommandException;
import dev.bowline.error.MongoException;
import dev.bowline.model.Filters;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.bson.Document;
import org.jspecify.annotations.Nullable;

/**
 * Examines a deployment as a client would use it, from the connection string to a read and a write.
 *
 * @param limit for the whole examination
 * @param writes whether a document is really written and removed, in the collection {@code test.bowline_doctor}
 * @param environment how names are resolved and servers are reached
 */
public record Doctor(String uri, Duration limit, boolean writes, Environment environment) {
    private static final Pattern OPTION = Pattern.compile("[?&]([A-Za-z]+)=");
    private static final Pattern UNKNOWN = Pattern.compile("option ['\"]?([A-Za-z]+)['\"]? is unknown");
    private static final String COLLECTION = "bowline_doctor";
    private static final int UNAUTHORIZED = 13;

    /** A doctor that reaches servers as this machine does. */
    public Doctor(String uri, Duration limit, boolean writes) {
        this(uri, limit, writes, SystemEnvironment.instance());
    }

    /** Examines everything and returns what was found. Never throws for what is wrong with the deployment. */
    public Diagnosis examine() {
        long end = System.nanoTime() + limit.toNanos();
        // The rest is for the client.
        long serversEnd = end - limit.dividedBy(5).toNanos();
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
        Diagnosis.Step servers = diagnosis.step("Servers of the connection string");
        List<HostExamination> seeds = examine(servers, resolved, resolved.hosts(), perStep, serversEnd);
        Diagnosis.Step set = new Diagnosis.Step("Replica set");
        List<HostExamination> all = new ArrayList<>(seeds);
        all.addAll(members(set, resolved, seeds, perStep, serversEnd));
        if (!set.isEmpty()) {
            diagnosis.add(set);
        }
        if (all.stream().anyMatch(HostExamination::isUsable)
                && use(diagnosis.step("Use, as a client would"), resolved, end)) {
            servers.soften();
            set.soften();
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
            string.database().filter(name -> name.contains("=")).ifPresent(name -> step.found(Finding.warning(
                    "option-in-database", "The connection string names a database '" + name + "'",
                    "begin the options with a question mark: /?" + name.replaceFirst("^&", ""), 95)));
            MongoClientSettings settings = MongoClientSettings.builder().environment(environment).connectionString(uri)
                    .build();
            step.saw(settings.toString());
            return settings;
        } catch (MongoException | IllegalArgumentException e) {
            step.found(Finding.problem("string", String.valueOf(e.getMessage()), stringAdvice(e), 100));
            return null;
        }
    }

    private static String stringAdvice(RuntimeException e) {
        String text = String.valueOf(e.getMessage());
        if (text.contains("percent-encoded") || text.contains("user name or password")) {
            return "write ':' as %3A, '/' as %2F, '@' as %40 and '%' as %25 in the user name and password";
        }
        return text.contains("neither mongodb://")
                ? "write mongodb://host:port/?options, or mongodb+srv://name/ for servers that DNS names"
                : "correct the connection string";
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
            step.saw("the SRV records of " + settings.srvHost().get() + " name " + resolved.hosts()
                    + "; with its TXT record: " + resolved);
            return resolved;
        } catch (MongoException | DnsException e) {
            step.found(Finding.problem("srv", String.valueOf(e.getMessage()),
                    "check the name, the DNS server of this machine, and that dnsjava is on the class path", 80));
            return null;
        }
    }

    private static List<HostExamination> examine(Diagnosis.Step step, MongoClientSettings settings,
            List<ServerAddress> hosts, int timeoutMillis, long end) {
        Environment environment = settings.environment();
        List<HostExamination> examinations = new ArrayList<>();
        List<Thread> threads = new ArrayList<>();
        List<Diagnosis.Step> parts = new ArrayList<>();
        for (ServerAddress host : hosts) {
            HostExamination one = new HostExamination(environment, settings.connectionSettings(), host, timeoutMillis);
            examinations.add(one);
            Diagnosis.Step part = new Diagnosis.Step(host.toString());
            parts.add(part);
            threads.add(Thread.ofPlatform().daemon().name("doctor-" + host).start(() -> one.examine(part)));
        }
        try {
            for (int i = 0; i < threads.size(); i++) {
                boolean ended = threads.get(i).join(Duration.ofNanos(Math.max(1, end - System.nanoTime())));
                step.add(parts.get(i));
                if (!ended) {
                    step.found(Finding.warning("time", "There was no time left to examine " + hosts.get(i) + " further",
                            "allow more by --seconds", 100));
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return examinations;
    }

    /** Compares what the members say of the set, and examines members that the string does not name. */
    private static List<HostExamination> members(Diagnosis.Step step, MongoClientSettings settings,
            List<HostExamination> seeds, int timeoutMillis, long end) {
        Set<String> named = new LinkedHashSet<>();
        Map<String, String> sets = new LinkedHashMap<>();
        Set<Set<String>> lists = new LinkedHashSet<>();
        boolean primary = false;
        for (HostExamination seed : seeds) {
            BsonDocument hello = seed.hello();
            if (hello != null && hello.isString("setName")) {
                sets.put(seed.address().toString(), hello.getString("setName").getValue());
                Set<String> members = new LinkedHashSet<>();
                for (String list : List.of("hosts", "passives", "arbiters")) {
                    if (hello.isArray(list)) {
                        hello.getArray(list).stream().filter(BsonValue::isString)
                                .forEach(one -> members.add(one.asString().getValue()));
                    }
                }
                if (!members.isEmpty()) {
                    lists.add(members);
                }
                named.addAll(members);
                primary |= hello.containsKey("primary");
            } else if (hello != null && settings.replicaSet().isPresent()) {
                step.found(Finding.problem("no-set", seed.address() + " is no member of a replica set, and the "
                        + "connection string asks for set " + settings.replicaSet().get(),
                        "leave replicaSet out of the connection string, or start the server as a member of the set",
                        95));
            }
        }
        if (sets.isEmpty()) {
            return List.of();
        }
        if (lists.stream().anyMatch(one -> lists.stream().anyMatch(other -> Collections.disjoint(one, other)))) {
            step.found(
                    Finding.problem("sets", "The servers are members of sets that have no member in common: " + lists,
                            "name members of one set only; a client would use the set that answers first", 95));
        }
        step.saw("members as the set names them: " + named);
        judge(step, settings, sets, primary);
        Set<String> seen = new LinkedHashSet<>();
        seeds.forEach(seed -> seen.add(seed.address().toString()));
        List<ServerAddress> others = named.stream().filter(name -> !seen.contains(name)).map(ServerAddress::parse)
                .toList();
        List<HostExamination> examined = examine(step, settings, others, timeoutMillis, end);
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

    /** Returns whether a client can read and, as far as that was tried, write. */
    private boolean use(Diagnosis.Step step, MongoClientSettings resolved, long end) {
        Diagnosis.Step part = new Diagnosis.Step("client");
        AtomicBoolean works = new AtomicBoolean();
        Thread client = Thread.ofPlatform().daemon().name("doctor-client")
                .start(() -> works.set(useClient(part, resolved, end)));
        boolean ended = false;
        try {
            ended = client.join(Duration.ofNanos(Math.max(1, end - System.nanoTime())));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        step.add(part);
        if (!ended) {
            step.found(Finding.problem("use-time", "A client did not get its answers in time",
                    "see the servers above, and allow more time by --seconds", 50));
        }
        return works.get();
    }

    private boolean useClient(Diagnosis.Step step, MongoClientSettings resolved, long end) {
        Duration selection = Duration.ofNanos(Math.clamp((end - System.nanoTime()) / 2, 1_000_000L, 2_000_000_000L));
        MongoClientSettings quick = MongoClientSettings.builder().environment(environment).connectionString(uri)
                .serverSelectionTimeout(selection).build();
        try (MongoClient client = MongoClient.connect(quick)) {
            boolean works = reads(step, client);
            if (works && writes) {
                works = write(step, client);
            } else if (works) {
                step.saw("no write was tried: --write tries one");
            }
            if (works) {
                poolLimits(step, client, resolved);
            }
            return works;
        }
    }

    /** Reads with each preference, all at once: the ones that find no server take their time. */
    private static boolean reads(Diagnosis.Step step, MongoClient client) {
        List<ReadPreference> preferences = List.of(ReadPreference.primary(), ReadPreference.primaryPreferred(),
                ReadPreference.secondary(), ReadPreference.secondaryPreferred(), ReadPreference.nearest());
        Map<ReadPreference, String> times = new ConcurrentHashMap<>();
        Map<ReadPreference, MongoException> failures = new ConcurrentHashMap<>();
        List<Thread> threads = preferences.stream().map(preference -> Thread.ofVirtual().start(() -> {
            long start = System.nanoTime();
            try {
                client.database("test").collection(COLLECTION).with(preference).find().first();
                times.put(preference, (System.nanoTime() - start) / 1_000_000 + " ms");
            } catch (MongoException e) {
                failures.put(preference, e);
            }
        })).toList();
        try {
            for (Thread thread : threads) {
                thread.join();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        preferences.stream().filter(times::containsKey).forEach(preference -> step
                .saw("a read with preference " + preference + " works, " + times.get(preference)));
        List<ReadPreference> failing = preferences.stream().filter(failures::containsKey).toList();
        if (!failing.isEmpty()) {
            step.found(unreadable(client, failing, Objects.requireNonNull(failures.get(failing.getFirst()))));
        }
        return times.containsKey(ReadPreference.primary())
                || (!failures.isEmpty() && failures.values().stream()
                        .allMatch(e -> isUnauthorized(e) && client.settings().credential().isPresent()));
    }

    private static boolean isUnauthorized(MongoException e) {
        return e instanceof MongoCommandException command && command.code() == UNAUTHORIZED;
    }

    private static Finding unreadable(MongoClient client, List<ReadPreference> failing, MongoException e) {
        if (isUnauthorized(e)) {
            return client.settings().credential().isPresent()
                    ? Finding.note("no-read", "The user may not read test." + COLLECTION + ": " + firstLine(e))
                    : Finding.problem("auth-required", "The server requires authentication, and the connection string "
                            + "names no user", "add user:password@ before the hosts", 95);
        }
        String what = "Reads with preference "
                + failing.stream().map(ReadPreference::toString).collect(Collectors.joining(", ")) + " fail: "
                + firstLine(e);
        return failing.equals(List.of(ReadPreference.secondary()))
                ? Finding.warning("read-secondary", what, "there is no secondary to read from", 90)
                : Finding.problem("read-" + failing.getFirst().mode().wireName(), what, "see the servers above", 90);
    }

    private static boolean write(Diagnosis.Step step, MongoClient client) {
        try {
            var collection = client.database("test").collection(COLLECTION);
            Object id = client.settings().environment().newObjectId();
            collection.insertOne(new Document("_id", id));
            collection.deleteOne(Filters.eq("_id", id));
            step.saw("a write to test." + COLLECTION + " works");
            return true;
        } catch (MongoException e) {
            step.found(Finding.problem("write", "A write fails: " + firstLine(e), "see the servers above", 80));
            return false;
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
