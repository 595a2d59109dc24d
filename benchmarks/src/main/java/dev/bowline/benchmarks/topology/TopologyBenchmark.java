package dev.bowline.benchmarks.topology;

import dev.bowline.concern.ReadPreference;
import dev.bowline.conformance.unit.ScriptedTopology;
import dev.bowline.driver.description.ServerDescription;
import dev.bowline.driver.description.ServerType;
import dev.bowline.driver.description.TopologyDescription;
import dev.bowline.driver.description.TopologyType;
import dev.bowline.driver.event.TopologyListener;
import dev.bowline.driver.selection.ServerSelector;
import dev.bowline.driver.topology.Server;
import dev.bowline.driver.topology.TopologySettings;
import dev.bowline.driver.topology.TopologyTransition;
import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.environment.ServerAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * A replica set with one primary. Transitions are the pure function alone; checks are the live topology with its lock,
 * its pools and the candidates of the new description; selections read what checks have published.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class TopologyBenchmark {
    @Param({"3", "50", "1000"})
    private int servers;

    private TopologyDescription description = TopologyDescription.initial(TopologyType.UNKNOWN, null, List.of());
    private ServerDescription primary = ServerDescription.unknown(address(0));
    private ServerDescription secondary = ServerDescription.unknown(address(1));
    private BsonDocument secondaryReply = new BsonDocument();
    private final ServerSelector writable = ServerSelector.writable();
    private final ServerSelector nearest = ServerSelector.readable(ReadPreference.nearest());
    private @Nullable ScriptedTopology live;

    @Setup
    public void discover() {
        List<ServerAddress> hosts = new ArrayList<>();
        for (int i = 0; i < servers; i++) {
            hosts.add(address(i));
        }
        description = TopologyDescription.initial(TopologyType.REPLICA_SET_NO_PRIMARY, "rs", hosts);
        ScriptedTopology topology = new ScriptedTopology(TopologySettings.of(hosts.get(0)).withReplicaSet("rs"),
                new TopologyListener() {
                });
        for (int i = 0; i < servers; i++) {
            ServerDescription member = ServerDescription.builder(hosts.get(i))
                    .type(i == 0 ? ServerType.RS_PRIMARY : ServerType.RS_SECONDARY).setName("rs").hosts(hosts)
                    .wireVersions(0, 21).logicalSessionTimeoutMinutes(30).build();
            description = TopologyTransition.apply(description, member).next();
            topology.reply(hosts.get(i), reply(hosts, i == 0));
        }
        primary = member(0);
        secondary = member(servers / 2);
        secondaryReply = reply(hosts, false);
        live = topology;
    }

    @TearDown
    public void close() {
        live().close();
    }

    @Benchmark
    public TopologyDescription transitionFromSecondary() {
        return TopologyTransition.apply(description, secondary).next();
    }

    @Benchmark
    public TopologyDescription transitionFromPrimary() {
        return TopologyTransition.apply(description, primary).next();
    }

    /** Parses the reply too. */
    @Benchmark
    public void checkOfSecondary() {
        live().reply(secondary.address(), secondaryReply);
    }

    @Benchmark
    public Server selectPrimary() {
        return live().topology().selectServer(writable, Deadline.NEVER, List.of());
    }

    @Benchmark
    public Server selectNearest() {
        return live().topology().selectServer(nearest, Deadline.NEVER, List.of());
    }

    private ServerDescription member(int index) {
        ServerDescription found = description.server(address(index));
        if (found == null) {
            throw new IllegalStateException("Not a member: " + index);
        }
        return found;
    }

    private ScriptedTopology live() {
        ScriptedTopology open = live;
        if (open == null) {
            throw new IllegalStateException("Not set up");
        }
        return open;
    }

    private static ServerAddress address(int index) {
        return new ServerAddress("server-" + index + ".example.com", 27017);
    }

    private static BsonDocument reply(List<ServerAddress> hosts, boolean primary) {
        BsonArray names = new BsonArray();
        hosts.forEach(host -> names.add(new BsonString(host.toString())));
        return new BsonDocument("ok", new BsonInt32(1)).append("isWritablePrimary", BsonBoolean.valueOf(primary))
                .append("secondary", BsonBoolean.valueOf(!primary)).append("setName", new BsonString("rs"))
                .append("hosts", names).append("maxWireVersion", new BsonInt32(21));
    }
}
