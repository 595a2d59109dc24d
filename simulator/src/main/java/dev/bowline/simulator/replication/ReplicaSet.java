package dev.bowline.simulator.replication;

import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.environment.Environment;
import dev.bowline.simulator.store.Effect;
import dev.bowline.simulator.store.SessionKey;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A set of members that replicate one log, as a model: messages between members take no time unless lag is set, but
 * pass only where both are alive and the link between them is whole.
 *
 * <p>What holds at all times, and is asserted: a member votes once per term; a primary has the votes of a majority for
 * its term, so no term has two; an entry counts as committed once a majority has it and it is of the primary's own term
 * or precedes one that is; a new primary has every committed entry.
 *
 * <p>One lock guards everything here. A thread, the pacemaker, sleeps until the next moment at which something happens
 * by itself: an election, a primary that gives up for want of a majority, a lagging entry that arrives.
 */
public final class ReplicaSet implements AutoCloseable {
    /** What a member's data needs to catch up with its log. */
    record LogTail(int commonLength, List<Entry> entries, long version) {}

    private final Environment environment;
    private final ReentrantLock lock = new ReentrantLock();
    private final Waiters logWaiters;

    // Guarded by the lock.
    private final List<Node> nodes = new ArrayList<>();
    private boolean[][] cut;
    private long clusterTime;
    private long electionTimeoutNanos = TimeUnit.MILLISECONDS.toNanos(100);
    private long handoffNanos = TimeUnit.MILLISECONDS.toNanos(10);
    private @Nullable Entry lastCommitted;
    private long highestElectedTerm;
    private final List<Election> elections = new ArrayList<>();
    private boolean closed;
    private boolean pacemakerKicked;
    private @Nullable Thread pacemaker;
    private final List<Node> topologyChanged = new ArrayList<>();
    private volatile boolean logChanged;

    /** Who became primary, and in which term. */
    public record Election(long term, int member) {}

    public ReplicaSet(Environment environment, Configuration configuration) {
        this.environment = environment;
        this.logWaiters = new Waiters(environment);
        this.cut = new boolean[configuration.members().size()][configuration.members().size()];
        for (MemberSettings member : configuration.members()) {
            Node node = new Node(this, member.id(), configuration, environment);
            node.acknowledged = new long[configuration.members().size()];
            if (member.arbiter()) {
                node.role = Role.ARBITER;
            }
            nodes.add(node);
        }
        clusterTime = (environment.currentTimeMillis() / 1000) << 32 | 1;
    }

    /** Elects a first primary at once and starts the pacemaker. */
    public void start() {
        locked(() -> {
            for (Node node : nodes) {
                node.lonelySinceNanos = environment.nanoTime() - electionTimeoutNanos;
            }
            return null;
        });
        pacemaker = environment.start("simulator-pacemaker", this::keepPace);
    }

    @Override
    public void close() {
        locked(() -> closed = true);
    }

    public void electionTimeoutNanos(long nanos) {
        locked(() -> electionTimeoutNanos = nanos);
    }

    /** How long after a step-down its successor is elected. */
    public void handoffNanos(long nanos) {
        locked(() -> handoffNanos = nanos);
    }

    public Waiters logWaiters() {
        return logWaiters;
    }

    public List<Node> nodes() {
        return reading(() -> List.copyOf(nodes));
    }

    public Node node(int id) {
        return reading(() -> nodes.get(id));
    }

    public List<Election> elections() {
        return reading(() -> List.copyOf(elections));
    }

    /** A snapshot of one member's state, as it sees itself. */
    public record View(int id, Configuration configuration, Role role, long term, long lastIndex, long lastTimestamp,
            long lastTerm, long lastWallMillis, long commitIndex, long commitTimestamp, long commitTerm,
            @Nullable Integer primaryId, org.bson.types.ObjectId processId, long topologyCounter) {}

    public View view(Node node) {
        lock.lock();
        try {
            Entry last = node.log.isEmpty() ? null : node.log.get(node.log.size() - 1);
            Entry commit = node.commitIndex == 0 ? null : node.log.get((int) node.commitIndex - 1);
            return new View(node.id(), node.configuration, node.role, node.term, node.log.size(),
                    last == null ? clusterTimeFloor() : last.timestamp(), last == null ? 0 : last.term(),
                    last == null ? 0 : last.wallMillis(), node.commitIndex,
                    commit == null ? clusterTimeFloor() : commit.timestamp(),
                    commit == null ? 0 : commit.term(), node.believedPrimary == null ? null : node.believedPrimary.id(),
                    node.processId, node.topologyCounter);
        } finally {
            lock.unlock();
        }
    }

    private long clusterTimeFloor() {
        return 1L << 32;
    }

    /** The timestamp of the last entry the member has. */
    public long lastTimestamp(Node node) {
        lock.lock();
        try {
            return node.log.isEmpty() ? clusterTimeFloor() : node.log.get(node.log.size() - 1).timestamp();
        } finally {
            lock.unlock();
        }
    }

    public long topologyCounter(Node node) {
        lock.lock();
        try {
            return node.topologyCounter;
        } finally {
            lock.unlock();
        }
    }

    public long clusterTime() {
        lock.lock();
        try {
            return clusterTime;
        } finally {
            lock.unlock();
        }
    }

    /** Takes note of a cluster time a client has heard elsewhere. */
    public void observeClusterTime(long timestamp) {
        lock.lock();
        try {
            if (Long.compareUnsigned(timestamp, clusterTime) > 0) {
                clusterTime = timestamp;
            }
        } finally {
            lock.unlock();
        }
    }

    public boolean isWritable(Node node) {
        lock.lock();
        try {
            return node.alive && node.role == Role.PRIMARY;
        } finally {
            lock.unlock();
        }
    }

    public boolean isReadable(Node node) {
        lock.lock();
        try {
            return node.alive && (node.role == Role.PRIMARY || node.role == Role.SECONDARY);
        } finally {
            lock.unlock();
        }
    }

    public @Nullable Node primary() {
        lock.lock();
        try {
            Node best = null;
            for (Node node : nodes) {
                if (node.alive && !node.frozen && node.role == Role.PRIMARY
                        && (best == null || node.term > best.term)) {
                    best = node;
                }
            }
            return best;
        } finally {
            lock.unlock();
        }
    }

    // The log.

    /** Appends to the primary's log and passes the entry on where nothing is in the way. Null if it is not primary. */
    @Nullable
    Entry append(Node node, List<Effect> effects, @Nullable SessionKey session, long txnNumber) {
        lock.lock();
        try {
            if (!node.alive || node.role != Role.PRIMARY) {
                return null;
            }
            return appendLocked(node, effects, session, txnNumber);
        } finally {
            lock.unlock();
        }
    }

    private Entry appendLocked(Node node, List<Effect> effects, @Nullable SessionKey session, long txnNumber) {
        long now = environment.nanoTime();
        long millis = environment.currentTimeMillis();
        clusterTime = Math.max(clusterTime + 1, (millis / 1000) << 32 | 1);
        Entry entry = new Entry(node.term, node.log.size() + 1, clusterTime, millis, now, effects, session, txnNumber);
        node.log.add(entry);
        logChanged = true;
        if (nodes.size() > 1) {
            for (Node other : nodes) {
                if (other != node && other.role == Role.SECONDARY && other.lagNanos == 0 && connected(node, other)
                        && other.log.size() == entry.index() - 1 && other.term <= node.term
                        && (entry.index() == 1
                                || other.log.get((int) entry.index() - 2) == node.log.get((int) entry.index() - 2))) {
                    other.log.add(entry);
                    other.logMoved();
                    node.acknowledged[other.id()] = entry.index();
                } else if (other != node && other.lagNanos > 0) {
                    pacemakerKicked = true;
                }
            }
        }
        advanceCommit(node);
        return entry;
    }

    LogTail tail(Node node, List<Entry> applied) {
        lock.lock();
        try {
            int common = Math.min(applied.size(), node.log.size());
            while (common > 0 && applied.get(common - 1) != node.log.get(common - 1)) {
                common--;
            }
            return new LogTail(common, List.copyOf(node.log.subList(common, node.log.size())), node.logVersion);
        } finally {
            lock.unlock();
        }
    }

    /** The entries of this member's log after the given index, at most up to what it knows to be committed. */
    public List<Entry> committedAfter(Node node, long index, int max) {
        lock.lock();
        try {
            int from = (int) Math.min(index, node.commitIndex);
            int to = (int) Math.min(node.commitIndex, (long) from + max);
            return List.copyOf(node.log.subList(from, to));
        } finally {
            lock.unlock();
        }
    }

    /** The index of the last entry not later than this timestamp. */
    public long indexAt(Node node, long timestamp) {
        lock.lock();
        try {
            int low = 0;
            int high = node.log.size();
            while (low < high) {
                int middle = (low + high) >>> 1;
                if (Long.compareUnsigned(node.log.get(middle).timestamp(), timestamp) <= 0) {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            return low;
        } finally {
            lock.unlock();
        }
    }

    public long commitIndex(Node node) {
        lock.lock();
        try {
            return node.commitIndex;
        } finally {
            lock.unlock();
        }
    }

    /** The entry at this index of the member's log, or null. */
    public @Nullable Entry entryAt(Node node, long index) {
        lock.lock();
        try {
            return index < 1 || index > node.log.size() ? null : node.log.get((int) index - 1);
        } finally {
            lock.unlock();
        }
    }

    /** True if the member knows this very entry to be committed. */
    public boolean isCommitted(Node node, Entry entry) {
        lock.lock();
        try {
            return node.commitIndex >= entry.index() && node.log.get((int) entry.index() - 1) == entry;
        } finally {
            lock.unlock();
        }
    }

    /** How many data-bearing members are known by this primary to have the entry of this index. */
    public int replicatedTo(Node primary, Entry entry) {
        lock.lock();
        try {
            long index = entry.index();
            if (primary.role != Role.PRIMARY || primary.log.size() < index
                    || primary.log.get((int) index - 1) != entry) {
                return 0;
            }
            int count = 0;
            for (Node node : nodes) {
                boolean has = node == primary ? node.log.size() >= index : primary.acknowledged[node.id()] >= index;
                count += has && node.role != Role.ARBITER && node.role != Role.REMOVED ? 1 : 0;
            }
            return count;
        } finally {
            lock.unlock();
        }
    }

    /** True while the entry is in this member's log and the member is the primary it was when it wrote it. */
    public boolean stillLeads(Node node, long term) {
        lock.lock();
        try {
            return node.alive && node.role == Role.PRIMARY && node.term == term;
        } finally {
            lock.unlock();
        }
    }

    private void advanceCommit(Node primary) {
        if (primary.role != Role.PRIMARY) {
            return;
        }
        Configuration configuration = primary.configuration;
        int majority = configuration.majority();
        long[] have = new long[configuration.members().size()];
        int count = 0;
        for (MemberSettings member : configuration.members()) {
            if (member.votes() > 0 && !member.arbiter()) {
                have[count++] = member.id() == primary.id() ? primary.log.size() : primary.acknowledged[member.id()];
            }
        }
        if (count < majority) {
            return;
        }
        java.util.Arrays.sort(have, 0, count);
        long index = have[count - majority];
        if (index > primary.commitIndex && primary.log.get((int) index - 1).term() == primary.term) {
            primary.commitIndex = index;
            Entry committed = primary.log.get((int) index - 1);
            if (lastCommitted == null || committed.index() > lastCommitted.index()) {
                lastCommitted = committed;
            }
            logChanged = true;
            for (Node other : nodes) {
                if (other != primary && connected(primary, other)) {
                    learnCommit(primary, other);
                }
            }
        }
    }

    private static void learnCommit(Node primary, Node other) {
        long known = Math.min(primary.commitIndex, other.log.size());
        if (known > other.commitIndex && other.log.get((int) known - 1) == primary.log.get((int) known - 1)) {
            other.commitIndex = known;
        }
    }

    // What happens by itself.

    private boolean connected(Node one, Node other) {
        return one == other
                || (one.alive && other.alive && !one.frozen && !other.frozen && !cut[one.id()][other.id()]);
    }

    private int visibleVotes(Node node) {
        int votes = 0;
        for (MemberSettings member : node.configuration.members()) {
            if (connected(node, nodes.get(member.id()))) {
                votes += member.votes();
            }
        }
        return votes;
    }

    /** Brings the model up to now. Returns when to look again, or {@link Deadline#NEVER}. Needs the lock. */
    private Deadline step(long now) {
        long next = Long.MAX_VALUE;
        gossip();
        for (Node node : nodes) {
            if (node.role == Role.PRIMARY && node.alive && !node.frozen) {
                if (visibleVotes(node) >= node.configuration.majority()) {
                    node.lonelySinceNanos = 0;
                } else {
                    next = Math.min(next, patience(node, now));
                    if (patience(node, now) <= now) {
                        stepDownLocked(node);
                    }
                }
            }
        }
        for (Node node : nodes) {
            Node primary = visiblePrimary(node);
            if (node.believedPrimary != primary) {
                node.believedPrimary = primary;
                changed(node);
            }
        }
        next = Math.min(next, runElections(now));
        next = Math.min(next, replicate(now));
        return next == Long.MAX_VALUE ? Deadline.NEVER : new Deadline(next);
    }

    private long patience(Node node, long now) {
        if (node.lonelySinceNanos == 0) {
            node.lonelySinceNanos = now;
        }
        return node.lonelySinceNanos + electionTimeoutNanos;
    }

    private void gossip() {
        for (Node one : nodes) {
            for (Node other : nodes) {
                if (one != other && connected(one, other)) {
                    if (other.term > one.term) {
                        one.term = other.term;
                        if (one.role == Role.PRIMARY) {
                            stepDownLocked(one);
                        }
                    }
                    if (other.configuration.newerThan(one.configuration)) {
                        adopt(one, other.configuration);
                    }
                }
            }
        }
    }

    private void adopt(Node node, Configuration configuration) {
        node.configuration = configuration;
        MemberSettings self = configuration.member(node.id());
        if (self == null) {
            node.role = Role.REMOVED;
        } else if (node.role == Role.REMOVED) {
            node.role = self.arbiter() ? Role.ARBITER : Role.SECONDARY;
        }
        changed(node);
    }

    private @Nullable Node visiblePrimary(Node node) {
        if (!node.alive) {
            return null;
        }
        Node best = null;
        for (Node other : nodes) {
            if (other.role == Role.PRIMARY && connected(node, other) && (best == null || other.term > best.term)) {
                best = other;
            }
        }
        return best;
    }

    private long runElections(long now) {
        long next = Long.MAX_VALUE;
        List<Node> candidates = new ArrayList<>();
        for (Node node : nodes) {
            if (node.believedPrimary != null || !node.alive || node.frozen) {
                node.lonelySinceNanos = node.role == Role.PRIMARY ? node.lonelySinceNanos : 0;
                continue;
            }
            if (!electable(node) || visibleVotes(node) < node.configuration.majority()) {
                continue;
            }
            long at = Math.max(patience(node, now), node.electableAtNanos);
            if (at <= now) {
                candidates.add(node);
            } else {
                next = Math.min(next, at);
            }
        }
        candidates.sort((a, b) -> {
            int byPriority = Double.compare(settings(b).priority(), settings(a).priority());
            return byPriority != 0 ? byPriority : -compareLogs(a, b);
        });
        for (Node candidate : candidates) {
            if (visiblePrimary(candidate) == null) {
                elect(candidate);
            }
        }
        for (Node candidate : candidates) {
            if (visiblePrimary(candidate) == null) {
                next = Math.min(next, now + electionTimeoutNanos);
            }
        }
        return next;
    }

    private MemberSettings settings(Node node) {
        MemberSettings settings = node.configuration.member(node.id());
        return settings == null
                ? MemberSettings.ordinary(node.id(), node.configuration.members().get(0).address())
                : settings;
    }

    private boolean electable(Node node) {
        MemberSettings settings = node.configuration.member(node.id());
        return settings != null && node.role == Role.SECONDARY && settings.priority() > 0 && settings.votes() > 0;
    }

    private static int compareLogs(Node a, Node b) {
        long termA = a.log.isEmpty() ? 0 : a.log.get(a.log.size() - 1).term();
        long termB = b.log.isEmpty() ? 0 : b.log.get(b.log.size() - 1).term();
        return termA != termB ? Long.compare(termA, termB) : Integer.compare(a.log.size(), b.log.size());
    }

    /** Asks every member in sight for its vote, for a term higher than any of them has seen. */
    private boolean elect(Node candidate) {
        long term = candidate.term + 1;
        for (Node voter : nodes) {
            if (connected(candidate, voter)) {
                term = Math.max(term, Math.max(voter.term, voter.votedTerm) + 1);
            }
        }
        int votes = 0;
        List<Node> granting = new ArrayList<>();
        for (MemberSettings member : candidate.configuration.members()) {
            Node voter = nodes.get(member.id());
            boolean upToDate = member.arbiter() || compareLogs(candidate, voter) >= 0;
            if (member.votes() > 0 && connected(candidate, voter) && voter.votedTerm < term && upToDate) {
                votes += member.votes();
                granting.add(voter);
            }
        }
        if (votes < candidate.configuration.majority()) {
            return false;
        }
        for (Node voter : granting) {
            voter.votedTerm = term;
        }
        won(candidate, term);
        return true;
    }

    private void won(Node candidate, long term) {
        if (term <= highestElectedTerm) {
            throw new IllegalStateException("Two primaries in term " + term);
        }
        if (lastCommitted != null && (candidate.log.size() < lastCommitted.index()
                || candidate.log.get((int) lastCommitted.index() - 1) != lastCommitted)) {
            throw new IllegalStateException("Elected without committed entry " + lastCommitted);
        }
        highestElectedTerm = term;
        elections.add(new Election(term, candidate.id()));
        candidate.term = term;
        candidate.role = Role.PRIMARY;
        candidate.lonelySinceNanos = 0;
        java.util.Arrays.fill(candidate.acknowledged, 0);
        gossip();
        changed(candidate);
        for (Node node : nodes) {
            Node primary = visiblePrimary(node);
            if (node.believedPrimary != primary) {
                node.believedPrimary = primary;
                changed(node);
            }
        }
        // An entry of its own term lets the new primary commit what its predecessor left behind.
        appendLocked(candidate, List.of(), null, -1);
        candidate.logMoved();
    }

    private void stepDownLocked(Node node) {
        if (node.role == Role.PRIMARY) {
            node.role = Role.SECONDARY;
            node.lonelySinceNanos = 0;
            if (node.believedPrimary == node) {
                node.believedPrimary = null;
            }
            changed(node);
        }
    }

    private long replicate(long now) {
        long next = Long.MAX_VALUE;
        for (Node node : nodes) {
            Node primary = node.believedPrimary;
            if (primary == null || primary == node || node.role != Role.SECONDARY || !connected(node, primary)
                    || primary.role != Role.PRIMARY) {
                continue;
            }
            next = Math.min(next, pull(node, primary, now));
        }
        for (Node node : nodes) {
            if (node.alive && node.role == Role.PRIMARY) {
                advanceCommit(node);
                for (Node other : nodes) {
                    if (other != node && connected(node, other) && other.role == Role.SECONDARY) {
                        learnCommit(node, other);
                    }
                }
            }
        }
        return next;
    }

    /** A secondary takes what its primary has and it has not, after rolling back what the primary never had. */
    private long pull(Node node, Node primary, long now) {
        int common = Math.min(node.log.size(), primary.log.size());
        while (common > 0 && node.log.get(common - 1) != primary.log.get(common - 1)) {
            common--;
        }
        if (common < node.log.size()) {
            if (common < node.commitIndex) {
                throw new IllegalStateException(node + " would roll back committed entry " + node.log.get(common));
            }
            node.log.subList(common, node.log.size()).clear();
            node.logMoved();
            node.rollbacks++;
            logChanged = true;
        }
        long next = Long.MAX_VALUE;
        for (int i = common; i < primary.log.size(); i++) {
            Entry entry = primary.log.get(i);
            if (node.lagNanos > 0 && entry.appendedNanos() + node.lagNanos - now > 0) {
                next = entry.appendedNanos() + node.lagNanos;
                break;
            }
            node.log.add(entry);
            node.logMoved();
            logChanged = true;
        }
        primary.acknowledged[node.id()] = node.log.size();
        return next;
    }

    private void changed(Node node) {
        node.topologyCounter++;
        if (!topologyChanged.contains(node)) {
            topologyChanged.add(node);
        }
    }

    // Controls.

    public void kill(Node node) {
        locked(() -> {
            node.alive = false;
            if (node.role == Role.PRIMARY) {
                node.role = Role.SECONDARY;
            }
            node.believedPrimary = null;
            changed(node);
            return null;
        });
    }

    public void restart(Node node) {
        locked(() -> {
            node.alive = true;
            node.frozen = false;
            node.processId = environment.newObjectId();
            node.topologyCounter = 0;
            node.lonelySinceNanos = 0;
            node.electableAtNanos = Long.MIN_VALUE;
            return null;
        });
        node.exclusively(store -> {
            node.transactions().clear();
            return null;
        });
    }

    public void freeze(Node node, boolean frozen) {
        locked(() -> node.frozen = frozen);
    }

    public boolean isFrozen(Node node) {
        return reading(() -> node.frozen);
    }

    public boolean isAlive(Node node) {
        return reading(() -> node.alive);
    }

    public void lag(Node node, long nanos) {
        locked(() -> node.lagNanos = nanos);
    }

    /** Cuts or mends the link between two members. */
    public void cut(Node one, Node other, boolean severed) {
        locked(() -> {
            cut[one.id()][other.id()] = severed;
            cut[other.id()][one.id()] = severed;
            return null;
        });
    }

    /** Puts a member into or takes it out of the recovering state. */
    public void maintenance(Node node, boolean recovering) {
        locked(() -> {
            if (recovering && node.role == Role.PRIMARY) {
                stepDownLocked(node);
            }
            if (node.role == Role.SECONDARY || node.role == Role.RECOVERING) {
                node.role = recovering ? Role.RECOVERING : Role.SECONDARY;
                changed(node);
            }
            return null;
        });
    }

    /** The member will not stand for election for this long. */
    public void notElectableFor(Node node, long nanos) {
        locked(() -> node.electableAtNanos = nanos == 0 ? Long.MIN_VALUE : environment.nanoTime() + nanos);
    }

    /** Steps the primary down; a successor is elected after the hand-off time. False if it is not primary. */
    public boolean stepDown(Node node, long notElectableNanos) {
        boolean done = locked(() -> {
            if (!node.alive || node.role != Role.PRIMARY) {
                return false;
            }
            long now = environment.nanoTime();
            stepDownLocked(node);
            node.electableAtNanos = now + notElectableNanos;
            for (Node other : nodes) {
                other.lonelySinceNanos = now - electionTimeoutNanos + handoffNanos;
            }
            return true;
        });
        if (done) {
            abortTransactions(node);
        }
        return done;
    }

    /** Makes this member primary now if a majority will have it; the present primary steps down. */
    public boolean electNow(Node node) {
        Node[] former = new Node[1];
        boolean won = locked(() -> {
            step(environment.nanoTime());
            if (node.role == Role.PRIMARY) {
                return true;
            }
            if (!electable(node) || !node.alive || node.frozen || visibleVotes(node) < node.configuration.majority()) {
                return false;
            }
            node.electableAtNanos = Long.MIN_VALUE;
            former[0] = visiblePrimary(node);
            return elect(node);
        });
        if (won && former[0] != null) {
            abortTransactions(former[0]);
        }
        return won;
    }

    private static void abortTransactions(Node node) {
        node.exclusively(store -> {
            node.transactions().abortAll();
            return null;
        });
    }

    /** Installs a new configuration through its primary. New members must have the next free ids. */
    public void reconfigure(Node primary, Supplier<Configuration> change) {
        locked(() -> {
            if (primary.role != Role.PRIMARY) {
                throw new NotPrimaryException();
            }
            Configuration configuration = change.get();
            int size = configuration.members().stream().mapToInt(MemberSettings::id).max().orElse(0) + 1;
            growTo(Math.max(size, nodes.size()), configuration);
            adopt(primary, new Configuration(configuration.setName(), primary.configuration.version() + 1, primary.term,
                    configuration.members()));
            return null;
        });
    }

    private void growTo(int size, Configuration configuration) {
        boolean[][] links = new boolean[size][size];
        for (int i = 0; i < nodes.size(); i++) {
            System.arraycopy(cut[i], 0, links[i], 0, nodes.size());
            nodes.get(i).acknowledged = java.util.Arrays.copyOf(nodes.get(i).acknowledged, size);
        }
        cut = links;
        while (nodes.size() < size) {
            Node node = new Node(this, nodes.size(),
                    new Configuration(configuration.setName(), 0, 0, configuration.members()),
                    environment);
            MemberSettings self = configuration.member(node.id());
            node.role = self == null ? Role.REMOVED : self.arbiter() ? Role.ARBITER : Role.SECONDARY;
            node.acknowledged = new long[size];
            nodes.add(node);
        }
    }

    /** Waits until this holds of the set. */
    public boolean await(BooleanSupplier condition, Deadline deadline) {
        return logWaiters.await(condition, deadline);
    }

    // Locking and waking.

    private <T> T reading(Supplier<T> look) {
        lock.lock();
        try {
            return look.get();
        } finally {
            lock.unlock();
        }
    }

    private <T> T locked(Supplier<T> change) {
        T result;
        lock.lock();
        try {
            result = change.get();
            step(environment.nanoTime());
            pacemakerKicked = true;
        } finally {
            lock.unlock();
        }
        wake();
        return result;
    }

    private void wake() {
        List<Node> changedNodes;
        lock.lock();
        try {
            changedNodes = topologyChanged.isEmpty() ? List.of() : List.copyOf(topologyChanged);
            topologyChanged.clear();
            logChanged = false;
        } finally {
            lock.unlock();
        }
        for (Node node : changedNodes) {
            node.topologyWaiters().wakeAll();
        }
        logWaiters.wakeAll();
        Thread thread = pacemaker;
        if (thread != null) {
            environment.unpark(thread);
        }
    }

    /** Wakes those who wait for the log, after a write has let go of the data lock. */
    void runWakeUps() {
        if (logChanged) {
            logChanged = false;
            logWaiters.wakeAll();
            Thread thread = pacemaker;
            if (pacemakerKicked && thread != null) {
                pacemakerKicked = false;
                environment.unpark(thread);
            }
        }
    }

    private void keepPace() {
        while (true) {
            Deadline next;
            lock.lock();
            try {
                if (closed) {
                    return;
                }
                pacemakerKicked = false;
                next = step(environment.nanoTime());
            } finally {
                lock.unlock();
            }
            wakeOthers();
            if (!next.isExpired(environment)) {
                environment.park(next);
            }
        }
    }

    private void wakeOthers() {
        List<Node> changedNodes;
        boolean log;
        lock.lock();
        try {
            changedNodes = topologyChanged.isEmpty() ? List.of() : List.copyOf(topologyChanged);
            topologyChanged.clear();
            log = logChanged || !changedNodes.isEmpty();
            logChanged = false;
        } finally {
            lock.unlock();
        }
        for (Node node : changedNodes) {
            node.topologyWaiters().wakeAll();
        }
        if (log) {
            logWaiters.wakeAll();
        }
    }
}
