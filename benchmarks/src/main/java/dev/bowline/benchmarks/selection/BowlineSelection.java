package dev.bowline.benchmarks.selection;

import dev.bowline.conformance.unit.ScriptedTopology;
import dev.bowline.driver.event.TopologyListener;
import dev.bowline.driver.selection.ServerSelector;
import dev.bowline.driver.topology.TopologySettings;
import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.environment.ServerAddress;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;

/** Our live topology, with the replies of its servers made up. */
public final class BowlineSelection implements AutoCloseable {
    private final ScriptedTopology live;
    private final ServerSelector writable = ServerSelector.writable();

    private BowlineSelection(ScriptedTopology live) {
        this.live = live;
    }

    public static BowlineSelection replicaSet(int members) {
        List<ServerAddress> hosts = hosts(members);
        ScriptedTopology topology = new ScriptedTopology(TopologySettings.of(hosts.get(0)).withReplicaSet("rs"),
                new TopologyListener() {
                });
        BsonArray names = new BsonArray();
        hosts.forEach(host -> names.add(new BsonString(host.toString())));
        for (int i = 0; i < members; i++) {
            topology.reply(hosts.get(i), hello().append("isWritablePrimary", BsonBoolean.valueOf(i == 0))
                    .append("secondary", BsonBoolean.valueOf(i != 0)).append("setName", new BsonString("rs"))
                    .append("hosts", names));
        }
        return new BowlineSelection(topology);
    }

    public static BowlineSelection routers(int count) {
        List<ServerAddress> hosts = hosts(count);
        ScriptedTopology topology = new ScriptedTopology(TopologySettings.of(hosts.toArray(new ServerAddress[0])),
                new TopologyListener() {
                });
        for (ServerAddress host : hosts) {
            topology.reply(host, hello().append("isWritablePrimary", BsonBoolean.TRUE)
                    .append("msg", new BsonString("isdbgrid")));
        }
        return new BowlineSelection(topology);
    }

    public void select() {
        if (!live.topology().selectServer(writable, Deadline.NEVER, List.of()).address().host().startsWith("server-")) {
            throw new IllegalStateException("Not one of ours");
        }
    }

    @Override
    public void close() {
        live.close();
    }

    private static BsonDocument hello() {
        return new BsonDocument("ok", new BsonInt32(1)).append("maxWireVersion", new BsonInt32(21));
    }

    private static List<ServerAddress> hosts(int count) {
        List<ServerAddress> hosts = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            hosts.add(new ServerAddress("server-" + i + ".example.com", 27017));
        }
        return hosts;
    }
}
