package dev.bowline.simulator;

import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.simulator.replication.Node;
import dev.bowline.simulator.replication.ReplicaSet;
import dev.bowline.simulator.replication.Role;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bson.BsonDocument;

/**
 * A running deployment: servers that speak the wire protocol, and the controls that make them fail.
 *
 * <pre>{@code
 * try (Deployment deployment = Deployment.replicaSet(3)) {
 *     connect(deployment.connectionString());
 *     deployment.stepDown();
 * }
 * }</pre>
 */
public final class Deployment implements AutoCloseable {
    private static final Duration STEP_DOWN = Duration.ofSeconds(60);

    private final Servers servers;
    private final ReplicaSet set;
    private final Recorder recorder;

    Deployment(DeploymentBuilder builder) {
        recorder = new Recorder(builder.environmentOrDefault());
        recorder.on(builder.record);
        try {
            servers = new Servers(builder, recorder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        set = servers.set();
    }

    /** A deployment to be configured and started. */
    public static DeploymentBuilder builder() {
        return new DeploymentBuilder();
    }

    /** Starts a standalone server. */
    public static Deployment standalone() {
        return builder().standalone().start();
    }

    /** Starts a replica set. */
    public static Deployment replicaSet(int members) {
        return builder().replicaSet(members).start();
    }

    /** Starts a sharded cluster with this many routers. */
    public static Deployment sharded(int routers) {
        return builder().sharded(routers).start();
    }

    /** Starts a sharded cluster behind a load balancer. */
    public static Deployment loadBalanced() {
        return builder().loadBalanced(2).start();
    }

    /**
     * Features of real servers that clients used since the last call and that these lack: operators, stages,
     * commands. A test that needs one of them cannot be run here.
     */
    public List<String> takeLacking() {
        return recorder.takeLacking();
    }

    /** A connection string for the whole deployment, without credentials. */
    public String connectionString() {
        return servers.connectionString();
    }

    /** As {@link #connectionString()}, through a load balancer that knows this router only. */
    public String connectionString(Member router) {
        return servers.connectionString(router);
    }

    /**
     * The servers that clients can reach, in the order in which they were made; behind a load balancer, the routers.
     */
    public List<Member> members() {
        return servers.members();
    }

    /** The member at this index, counted from 0. */
    public Member member(int index) {
        return members().get(index);
    }

    /** The member with this address. */
    public Member member(ServerAddress address) {
        for (Member member : members()) {
            if (member.address().equals(address)) {
                return member;
            }
        }
        throw new IllegalArgumentException("No member at " + address);
    }

    /** The primary of a replica set at this moment, if it has one that is not frozen. */
    public Optional<Member> primary() {
        if (!servers.isReplicaSet()) {
            return Optional.of(member(0));
        }
        Node primary = set.primary();
        return primary == null ? Optional.empty() : Optional.of(member(primary.id()));
    }

    /** Waits for a primary. */
    public Member awaitPrimary() {
        return awaitPrimary(Duration.ofSeconds(30));
    }

    /** Waits for a primary, at most this long. */
    public Member awaitPrimary(Duration timeout) {
        set.await(() -> set.primary() != null, Deadline.after(servers.environment(), timeout));
        return primary().orElseThrow(() -> new IllegalStateException("No primary within " + timeout));
    }

    /** The members that are secondaries at this moment. */
    public List<Member> secondaries() {
        List<Member> result = new ArrayList<>();
        for (Member member : members()) {
            if (servers.view(member).role() == Role.SECONDARY && set.isAlive(servers.node(member))) {
                result.add(member);
            }
        }
        return result;
    }

    /** The term of this member's primary, which rises with every election. */
    public long term(Member member) {
        return servers.view(member).term();
    }

    // Controls.

    /** Ends the process: connections break, new ones are refused. What it has logged stays. */
    public void kill(Member member) {
        member.server().stop();
        if (servers.isReplicaSet()) {
            set.controls().kill(servers.node(member));
        }
    }

    /**
     * Ends the process in an orderly way, as the {@code shutdown} command does: a primary hands over, then for this
     * long every request but hello is still answered, so that clients move away without an error.
     */
    public void shutDown(Member member, Duration quiesce) {
        member.server().shutDown(quiesce.toNanos());
    }

    /** Starts a killed process again at the same address. Throws {@link IllegalStateException} if it is running. */
    public void restart(Member member) {
        if (member.server().isRunning()) {
            throw new IllegalStateException(member + " is running");
        }
        if (servers.isReplicaSet()) {
            set.controls().restart(servers.node(member));
        }
        member.server().start();
    }

    /** Stops the process without ending it: sockets stay open and nothing answers, neither clients nor members. */
    public void freeze(Member member) {
        member.server().freeze(true);
        if (servers.isReplicaSet()) {
            set.controls().freeze(servers.node(member), true);
        }
    }

    /** Lets a frozen member go on. Does nothing if it is not frozen. */
    public void thaw(Member member) {
        if (servers.isReplicaSet()) {
            set.controls().freeze(servers.node(member), false);
        }
        member.server().freeze(false);
    }

    /**
     * Steps the primary down; it will not stand for election for a minute. Another member is elected after the
     * hand-off.
     */
    public void stepDown() {
        stepDown(requirePrimary());
    }

    /** As {@link #stepDown()}, for this member, which must be the primary. */
    public void stepDown(Member member) {
        stepDown(member, STEP_DOWN);
    }

    /**
     * Steps the primary down for this long. After that it may be elected again if the set is without a primary; with
     * {@link Duration#ZERO} at once. Several step-downs of a minute and a kill leave a set of three without a
     * candidate.
     */
    public void stepDown(Duration period) {
        stepDown(requirePrimary(), period);
    }

    /** As {@link #stepDown(Duration)}, for this member, which must be the primary. */
    public void stepDown(Member member, Duration period) {
        requireReplicaSet();
        notNegative(period, "A step-down");
        if (!set.controls().stepDown(servers.node(member), period.toNanos())) {
            throw new IllegalStateException(member + " is not primary");
        }
        if (!servers.settings().generation().keepsConnectionsOnStepDown()) {
            member.server().closeConnections("stepped down");
        }
    }

    /** Makes this member primary, if it can be: a majority must see it and its log must be as long as theirs. */
    public boolean elect(Member member) {
        requireReplicaSet();
        return set.controls().electNow(servers.node(member));
    }

    /** Cuts the links between members of the first group and members of the second. Clients still reach both. */
    public void partition(List<Member> one, List<Member> other) {
        link(one, other, true);
    }

    /** Cuts a member off from all other members, but not from clients. */
    public void isolate(Member member) {
        partition(List.of(member), others(member));
    }

    /** Mends the links between two groups of members. */
    public void heal(List<Member> one, List<Member> other) {
        link(one, other, false);
    }

    /** Mends every link between members and between members and clients. */
    public void heal() {
        link(members(), members(), false);
        for (Member member : members()) {
            healFromClients(member);
        }
    }

    private void link(List<Member> one, List<Member> other, boolean cut) {
        if (cut) {
            requireReplicaSet();
        }
        if (!servers.isReplicaSet()) {
            return;
        }
        for (Member a : one) {
            for (Member b : other) {
                if (a != b) {
                    set.controls().cut(servers.node(a), servers.node(b), cut);
                }
            }
        }
    }

    private List<Member> others(Member member) {
        List<Member> result = new ArrayList<>(members());
        result.remove(member);
        return result;
    }

    /** Nothing passes between clients and this member any more: requests and replies vanish, connections stay open. */
    public void partitionFromClients(Member member) {
        member.server().faults().dropRequests(true);
        member.server().faults().dropReplies(true);
    }

    /** Mends the links between a member and its clients. */
    public void healFromClients(Member member) {
        member.server().faults().dropRequests(false);
        member.server().faults().dropReplies(false);
    }

    /** The member applies entries this much later than the primary wrote them. */
    public void lag(Member member, Duration lag) {
        requireReplicaSet();
        notNegative(lag, "A lag");
        set.controls().lag(servers.node(member), lag.toNanos());
    }

    /**
     * Sets the member's clock ahead by this, or back if it is negative: the time that it reports, and what it dates
     * its writes with while it is primary. Timeouts are measured by another clock and stay as they are.
     */
    public void skewClock(Member member, Duration skew) {
        member.server().skewClock(skew.toMillis());
    }

    /** Puts a member into the recovering state, in which it answers neither reads nor writes, or takes it out. */
    public void recovering(Member member, boolean recovering) {
        requireReplicaSet();
        set.controls().maintenance(servers.node(member), recovering);
    }

    /** Requests to this member take this much longer to arrive. */
    public void delayRequests(Member member, Duration delay) {
        notNegative(delay, "A delay");
        member.server().faults().requestDelayNanos(delay.toNanos());
    }

    /** Replies of this member take this much longer to leave: it answers slowly. */
    public void delayReplies(Member member, Duration delay) {
        notNegative(delay, "A delay");
        member.server().faults().replyDelayNanos(delay.toNanos());
    }

    /** Requests to this member vanish: they are not executed. */
    public void dropRequests(Member member, boolean drop) {
        member.server().faults().dropRequests(drop);
    }

    /** Replies of this member vanish after the request was executed. */
    public void dropReplies(Member member, boolean drop) {
        member.server().faults().dropReplies(drop);
    }

    /** The next so many replies of this member arrive damaged. */
    public void corruptReplies(Member member, int count) {
        if (count < 0) {
            throw new IllegalArgumentException("There cannot be " + count + " replies");
        }
        member.server().faults().corruptReplies(count);
    }

    /** After this many more bytes of replies the connection that carries the last of them breaks. */
    public void closeAfterBytes(Member member, long bytes) {
        member.server().faults().closeAfterBytes(bytes);
    }

    /** Refuses new connections, or accepts them again; open ones stay. */
    public void refuseConnections(Member member, boolean refuse) {
        member.server().refuseConnections(refuse);
    }

    /** Breaks every open connection to this member. */
    public void closeConnections(Member member) {
        member.server().closeConnections("closed by the test");
    }

    /** Takes back delays, drops, damage and the like on every member. */
    public void clearFaults() {
        for (Member member : members()) {
            member.server().faults().clear();
        }
    }

    /**
     * Executes a {@code configureFailPoint} command on this member. Throws {@link IllegalArgumentException} with the
     * server's words if it is wrong or if the fail point is not simulated.
     */
    public void failPoint(Member member, BsonDocument configureFailPoint) {
        member.server().configureFailPoint(configureFailPoint);
    }

    /** Takes back every fail point on every server. */
    public void clearFailPoints() {
        for (Member member : members()) {
            member.server().clearFailPoints();
        }
    }

    /** As {@link #failPoint(Member, BsonDocument)}, on every server, from JSON. */
    public void failPoint(String configureFailPointJson) {
        for (Member member : members()) {
            failPoint(member, BsonDocument.parse(configureFailPointJson));
        }
    }

    // Reconfiguration.

    /** Adds a member to the set through its primary; it copies the log like any other secondary. */
    public Member addMember() {
        requireReplicaSet();
        return servers.addMember(requirePrimary());
    }

    /** Removes a member from the set through its primary. Its process goes on. */
    public void removeMember(Member member) {
        requireReplicaSet();
        Member primary = requirePrimary();
        if (primary == member) {
            throw new IllegalArgumentException("Step the primary down before removing it");
        }
        servers.removeMember(primary, member);
    }

    private void requireReplicaSet() {
        if (!servers.isReplicaSet()) {
            throw new IllegalStateException("Not a replica set");
        }
    }

    private static void notNegative(Duration duration, String what) {
        if (duration.isNegative()) {
            throw new IllegalArgumentException(what + " cannot take " + duration);
        }
    }

    private Member requirePrimary() {
        return primary().orElseThrow(() -> new IllegalStateException("There is no primary"));
    }

    // The record.

    /** Starts or stops keeping requests and replies. */
    public void record(boolean on) {
        recorder.on(on);
    }

    /** Keeps only the last so many requests, so that a long run does not fill the memory; 0 for all of them. */
    public void recordLast(int count) {
        if (count < 0) {
            throw new IllegalArgumentException("Cannot keep " + count + " requests");
        }
        recorder.keepLast(count);
    }

    /** The requests answered while recording, in the order in which they were answered. */
    public List<Exchange> exchanges() {
        return recorder.exchanges();
    }

    /** Forgets the requests and replies kept so far, and begins the {@link #activity} anew. */
    public void clearRecord() {
        recorder.clear();
    }

    /** What clients did while recording: commands, connections and the repetitions that the servers noticed. */
    public Activity activity() {
        return recorder.activity();
    }

    /** As {@link #takeLacking}, without forgetting it. */
    public List<String> lacking() {
        return recorder.lacking();
    }

    /** Whether this is a replica set, whose members can be stepped down, partitioned and the like. */
    public boolean isReplicaSet() {
        return servers.isReplicaSet();
    }

    /**
     * The member's state in its own view: {@code PRIMARY}, {@code SECONDARY}, {@code ROUTER}, {@code DOWN} and so on.
     */
    public String state(Member member) {
        if (!member.server().isRunning()) {
            return "DOWN";
        }
        if (member.server().isFrozen()) {
            return "FROZEN";
        }
        return servers.isReplicaSet() ? servers.view(member).role().name() : member.server().kind().name();
    }

    /** The number of the oldest entry that the log still holds; 1 until it forgets something. */
    long oldestLogEntry() {
        return set.log().oldestIndex(servers.node(member(0)));
    }

    /** The replication model behind the servers, for checks of its rules. */
    ReplicaSet set() {
        return set;
    }

    /** Ends every server. */
    @Override
    public void close() {
        servers.close();
    }
}
