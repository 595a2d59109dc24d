package dev.bowline.simulator.replication;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.environment.Environment;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.simulator.bson.Document;
import dev.bowline.simulator.store.Namespace;
import dev.bowline.simulator.store.SessionKey;
import dev.bowline.simulator.store.StoredCollection;
import dev.bowline.simulator.time.Seeds;
import dev.bowline.simulator.time.Simulation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The rules of the replication model, by example and under random faults in virtual time. */
class ReplicaSetTest {
    private static final Namespace DATA = new Namespace("test", "data");

    private static ReplicaSet set(Environment environment, int members, int arbiters) {
        List<MemberSettings> settings = new ArrayList<>();
        for (int i = 0; i < members + arbiters; i++) {
            boolean arbiter = i >= members;
            settings.add(
                    new MemberSettings(i, new ServerAddress("member" + i, 27017), arbiter ? 0 : 1, 1, false, arbiter,
                            Map.of()));
        }
        ReplicaSet set = new ReplicaSet(environment, new Configuration("rs", 1, 0, settings));
        set.start();
        return set;
    }

    private static Node.Written<Boolean> insert(Node node, int id) {
        return node.write(null, -1, store -> {
            store.collectionOrCreate(DATA).insert(new Document("_id", id));
            return true;
        }, effects -> {});
    }

    private static TreeSet<Integer> ids(Node node) {
        return node.read(store -> {
            TreeSet<Integer> result = new TreeSet<>();
            StoredCollection collection = store.collection(DATA);
            if (collection != null) {
                for (Document document : collection.snapshot()) {
                    result.add((Integer) document.get("_id"));
                }
            }
            return result;
        });
    }

    private static void pass(Environment environment, Duration time) {
        Deadline until = Deadline.after(environment, time);
        while (!until.isExpired(environment)) {
            environment.park(until);
        }
    }

    private static void simulated(long seed, java.util.function.Consumer<Environment> body) {
        Simulation simulation = new Simulation(seed);
        simulation.run(() -> body.accept(simulation.environment()));
    }

    @Test
    void aWriteIsCommittedOnceAMajorityHasIt() {
        simulated(1, environment -> {
            ReplicaSet set = set(environment, 3, 0);
            Node primary = set.primary();
            set.controls().lag(set.node(1), Duration.ofSeconds(5).toNanos());
            Entry first = insert(primary, 1).entry();
            assertThat(set.log().isCommitted(primary, first)).isTrue();
            set.controls().lag(set.node(2), Duration.ofSeconds(1).toNanos());
            Entry second = insert(primary, 2).entry();
            assertThat(set.log().isCommitted(primary, second)).isFalse();
            pass(environment, Duration.ofMillis(1100));
            assertThat(set.log().isCommitted(primary, second)).isTrue();
            assertThat(ids(set.node(2))).containsExactly(1, 2);
            assertThat(ids(set.node(1))).isEmpty();
        });
    }

    @Test
    void anIsolatedPrimaryKeepsWritingForAWhileAndItsEntriesAreRolledBackWhenItRejoins() {
        simulated(2, environment -> {
            ReplicaSet set = set(environment, 3, 0);
            Node old = set.primary();
            insert(old, 1);
            for (Node other : set.nodes()) {
                if (other != old) {
                    set.controls().cut(old, other, true);
                }
            }
            Entry lost = insert(old, 2).entry();
            assertThat(set.log().isCommitted(old, lost)).isFalse();
            assertThat(ids(old)).containsExactly(1, 2);
            pass(environment, Duration.ofSeconds(1));
            Node successor = set.primary();
            assertThat(successor).isNotSameAs(old);
            assertThat(set.isWritable(old)).as("gives up without a majority").isFalse();
            assertThatThrownBy(() -> insert(old, 3)).isInstanceOf(NotPrimaryException.class);
            insert(successor, 4);
            for (Node other : set.nodes()) {
                if (other != old) {
                    set.controls().cut(old, other, false);
                }
            }
            pass(environment, Duration.ofSeconds(1));
            assertThat(ids(old)).containsExactly(1, 4);
            assertThat(ids(successor)).containsExactly(1, 4);
        });
    }

    @Test
    void anElectionNeedsAMajorityAndRaisesTheTerm() {
        simulated(3, environment -> {
            ReplicaSet set = set(environment, 3, 0);
            Node first = set.primary();
            long term = set.view(first).term();
            set.controls().kill(first);
            pass(environment, Duration.ofSeconds(1));
            Node second = set.primary();
            assertThat(set.view(second).term()).isGreaterThan(term);
            set.controls().kill(second);
            pass(environment, Duration.ofSeconds(5));
            assertThat(set.primary()).as("one of three is no majority").isNull();
            set.controls().restart(first);
            pass(environment, Duration.ofSeconds(1));
            assertThat(set.primary()).isNotNull();
        });
    }

    @Test
    void anArbiterVotesButHoldsNothing() {
        simulated(4, environment -> {
            ReplicaSet set = set(environment, 2, 1);
            Node primary = set.primary();
            Node secondary = set.node(primary.id() == 0 ? 1 : 0);
            set.controls().kill(primary);
            pass(environment, Duration.ofSeconds(1));
            assertThat(set.primary()).isSameAs(secondary);
            Entry entry = insert(secondary, 1).entry();
            assertThat(set.log().isCommitted(secondary, entry)).as("one data-bearing vote of three").isFalse();
            assertThat(set.view(set.node(2)).role()).isEqualTo(Role.ARBITER);
            assertThat(ids(set.node(2))).isEmpty();
        });
    }

    @Test
    void aMemberWithAShorterLogIsNotElectedOverALongerOne() {
        simulated(5, environment -> {
            ReplicaSet set = set(environment, 3, 0);
            Node primary = set.primary();
            Node behind = set.node((primary.id() + 1) % 3);
            Node current = set.node((primary.id() + 2) % 3);
            set.controls().lag(behind, Duration.ofHours(1).toNanos());
            insert(primary, 1);
            assertThat(set.controls().electNow(behind)).isFalse();
            set.controls().kill(primary);
            pass(environment, Duration.ofSeconds(1));
            assertThat(set.primary()).isSameAs(current);
        });
    }

    @Test
    void reconfigurationAddsAMemberThatCopiesTheLogAndRemovesOne() {
        simulated(6, environment -> {
            ReplicaSet set = set(environment, 3, 0);
            Node primary = set.primary();
            insert(primary, 1);
            Configuration before = set.view(primary).configuration();
            set.controls().reconfigure(primary, () -> {
                List<MemberSettings> members = new ArrayList<>(before.members());
                members.add(MemberSettings.ordinary(3, new ServerAddress("member3", 27017)));
                return new Configuration("rs", 2, 0, members);
            });
            assertThat(ids(set.node(3))).containsExactly(1);
            assertThat(set.view(set.node(3)).configuration().version()).isGreaterThan(before.version());
            Node removed = set.node((primary.id() + 1) % 3);
            set.controls().reconfigure(primary, () -> {
                List<MemberSettings> members = new ArrayList<>(set.view(primary).configuration().members());
                members.removeIf(member -> member.id() == removed.id());
                return new Configuration("rs", 3, 0, members);
            });
            assertThat(set.view(removed).role()).isEqualTo(Role.REMOVED);
        });
    }

    private static void addMember(ReplicaSet set, Node primary) {
        int id = set.nodes().size();
        set.controls().reconfigure(primary, () -> {
            List<MemberSettings> members = new ArrayList<>(set.view(primary).configuration().members());
            members.add(MemberSettings.ordinary(id, new ServerAddress("member" + id, 27017)));
            return new Configuration("rs", 0, 0, members);
        });
    }

    @Test
    void theLogForgetsWhatEveryMemberHasAndANewMemberCopiesTheData() {
        simulated(7, environment -> {
            ReplicaSet set = set(environment, 3, 0);
            set.logLimit(10);
            Node primary = set.primary();
            TreeSet<Integer> all = new TreeSet<>();
            for (int i = 0; i < 100; i++) {
                insert(primary, i);
                all.add(i);
                pass(environment, Duration.ofMillis(1));
            }
            assertThat(primary.log.size()).isBetween(10, 20);
            assertThat(set.log().entryAt(primary, 1)).as("forgotten").isNull();
            assertThat(set.log().committedAfter(primary, 1, 10)).as("forgotten").isNull();
            assertThat(primary.canShow(1)).isFalse();
            addMember(set, primary);
            assertThat(ids(set.node(3))).isEqualTo(all);
            insert(primary, 100);
            all.add(100);
            assertThat(ids(set.node(3))).isEqualTo(all);
            assertThat(set.controls().electNow(set.node(3))).isTrue();
            insert(set.node(3), 101);
            all.add(101);
            for (Node node : set.nodes()) {
                assertThat(ids(node)).isEqualTo(all);
            }
        });
    }

    @Test
    void theLogKeepsWhatADeadMemberLacks() {
        simulated(8, environment -> {
            ReplicaSet set = set(environment, 3, 0);
            set.logLimit(10);
            Node primary = set.primary();
            Node dead = set.node((primary.id() + 1) % 3);
            insert(primary, 0);
            set.controls().kill(dead);
            TreeSet<Integer> all = new TreeSet<>(List.of(0));
            for (int i = 1; i <= 100; i++) {
                insert(primary, i);
                all.add(i);
                pass(environment, Duration.ofMillis(1));
            }
            assertThat(primary.log.size()).isGreaterThanOrEqualTo(100);
            set.controls().restart(dead);
            pass(environment, Duration.ofSeconds(1));
            assertThat(ids(dead)).isEqualTo(all);
            for (int i = 101; i <= 130; i++) {
                insert(set.primary(), i);
                pass(environment, Duration.ofMillis(1));
            }
            assertThat(primary.log.size()).as("caught up with").isLessThanOrEqualTo(20);
        });
    }

    @Test
    void aTransactionKeepsItsSnapshotHoweverLongTheLogGrows() {
        simulated(9, environment -> {
            ReplicaSet set = set(environment, 3, 0);
            set.logLimit(10);
            Node primary = set.primary();
            insert(primary, 0);
            Transactions.Open open = primary.exclusively(store -> primary.transactions()
                    .begin(new SessionKey(new UUID(1, 1), ""), 1, primary.appliedIndex(), -1, 0));
            for (int i = 1; i <= 100; i++) {
                insert(primary, i);
                pass(environment, Duration.ofMillis(1));
            }
            int seen = primary.readAt(open.snapshotIndex, List.of(), store -> store.collection(DATA).count());
            assertThat(seen).isEqualTo(1);
            assertThat(ids(primary)).hasSize(101);
        });
    }

    /**
     * Random kills, freezes, cuts, lags, step-downs, new members and writes; a checker that knows only what was
     * acknowledged.
     */
    @ParameterizedTest
    @ValueSource(ints = {0, 25, 50, 75})
    void noCommittedEntryIsLostAndNoTermHasTwoPrimariesWhateverHappens(int from) {
        Seeds.play(from, 25, this::randomRun);
    }

    private void randomRun(long seed) {
        simulated(seed, environment -> {
            SplittableRandom random = new SplittableRandom(seed);
            int members = 3 + random.nextInt(3);
            ReplicaSet set = set(environment, members, random.nextInt(2));
            set.logLimit(random.nextBoolean() ? 3 : 50_000);
            List<Node> nodes = set.nodes();
            Map<Long, Integer> primaryOfTerm = new HashMap<>();
            List<Entry> pending = new ArrayList<>();
            TreeSet<Integer> promised = new TreeSet<>();
            Map<Entry, Integer> idOf = new HashMap<>();
            int next = 0;
            for (int step = 0; step < 300; step++) {
                Node node = nodes.get(random.nextInt(nodes.size()));
                Node other = nodes.get(random.nextInt(nodes.size()));
                switch (random.nextInt(12)) {
                    case 0 -> set.controls().kill(node);
                    case 1, 2 -> {
                        if (!set.isAlive(node)) {
                            set.controls().restart(node);
                        }
                    }
                    case 3 -> set.controls().freeze(node, random.nextBoolean());
                    case 4 -> set.controls().cut(node, other, random.nextBoolean());
                    case 5 -> set.controls().lag(node, random.nextInt(3) * 100_000_000L);
                    case 6 -> set.controls().stepDown(node, 200_000_000L);
                    case 7 -> set.controls().electNow(node);
                    case 8 -> pass(environment, Duration.ofMillis(random.nextInt(300)));
                    case 9 -> {
                        if (nodes.size() < 7 && set.isWritable(node) && random.nextInt(5) == 0) {
                            addMember(set, node);
                            nodes = set.nodes();
                        }
                    }
                    default -> {
                        for (Node writer : nodes) {
                            if (set.isWritable(writer) && !set.isFrozen(writer)) {
                                int id = next++;
                                Entry entry = insert(writer, id).entry();
                                idOf.put(entry, id);
                                pending.add(entry);
                            }
                        }
                    }
                }
                for (Node each : nodes) {
                    ReplicaSet.View view = set.view(each);
                    if (view.role() == Role.PRIMARY) {
                        Integer known = primaryOfTerm.putIfAbsent(view.term(), each.id());
                        assertThat(known == null || known == each.id()).as("term %d has one primary", view.term())
                                .isTrue();
                    }
                    pending.removeIf(entry -> {
                        boolean committed = set.log().isCommitted(each, entry);
                        if (committed) {
                            promised.add(idOf.get(entry));
                        }
                        return committed;
                    });
                }
            }
            for (Node node : nodes) {
                if (!set.isAlive(node)) {
                    set.controls().restart(node);
                }
                set.controls().freeze(node, false);
                set.controls().lag(node, 0);
                for (Node other : nodes) {
                    if (node != other) {
                        set.controls().cut(node, other, false);
                    }
                }
            }
            pass(environment, Duration.ofSeconds(2));
            Node primary = set.primary();
            assertThat(primary).isNotNull();
            TreeSet<Integer> survivors = ids(primary);
            assertThat(survivors).containsAll(promised);
            for (Node node : nodes) {
                if (set.view(node).role() != Role.ARBITER) {
                    assertThat(ids(node)).as("data of " + node).isEqualTo(survivors);
                }
            }
        });
    }
}
