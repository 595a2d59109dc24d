package dev.bowline.benchmarks.selection;

import com.mongodb.MongoDriverInformation;
import com.mongodb.ServerAddress;
import com.mongodb.ServerApi;
import com.mongodb.connection.ClusterConnectionMode;
import com.mongodb.connection.ClusterId;
import com.mongodb.connection.ClusterSettings;
import com.mongodb.connection.ClusterType;
import com.mongodb.connection.ServerConnectionState;
import com.mongodb.connection.ServerDescription;
import com.mongodb.connection.ServerId;
import com.mongodb.connection.ServerSettings;
import com.mongodb.connection.ServerType;
import com.mongodb.event.ServerDescriptionChangedEvent;
import com.mongodb.internal.TimeoutSettings;
import com.mongodb.internal.connection.ClientMetadata;
import com.mongodb.internal.connection.Cluster;
import com.mongodb.internal.connection.ClusterableServerFactory;
import com.mongodb.internal.connection.MultiServerCluster;
import com.mongodb.internal.connection.OperationContext;
import com.mongodb.internal.selector.WritableServerSelector;
import com.mongodb.internal.thread.AsyncClientExecutor;
import com.mongodb.selector.ServerSelector;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * The official driver's cluster, with the descriptions of its servers made up. Needs the class path, not the module
 * path.
 */
public final class OfficialSelection implements AutoCloseable {
    private static final String SERVER = "com.mongodb.internal.connection.ClusterableServer";

    private final Cluster cluster;
    private final OperationContext context;
    private final ServerSelector writable = new WritableServerSelector();

    @SuppressWarnings("NullAway") // the official constructors take null for "none"
    private OfficialSelection(List<ServerAddress> hosts, ClusterType type) throws ReflectiveOperationException {
        TimeoutSettings timeouts = new TimeoutSettings(30_000, 10_000, 0, null, 120_000);
        context = OperationContext.simpleOperationContext(timeouts, (ServerApi) null, (AsyncClientExecutor) null);
        ClusterSettings.Builder settings = ClusterSettings.builder().mode(ClusterConnectionMode.MULTIPLE).hosts(hosts)
                .requiredClusterType(type);
        if (type == ClusterType.REPLICA_SET) {
            settings.requiredReplicaSetName("rs");
        }
        Class<?> server = Class.forName(SERVER);
        InvocationHandler answers = (proxy, method, arguments) -> method.getName().equals("operationCount")
                ? (Object) 0
                : method.getName().equals("isClosed") ? (Object) false : null;
        InvocationHandler makes = (proxy, method, arguments) -> method.getName().equals("create")
                ? Proxy.newProxyInstance(server.getClassLoader(), new Class<?>[]{server}, answers)
                : ServerSettings.builder().build();
        // With an interface that is not public a proxy lives in its package, from where it may name the class of
        // servers.
        ClusterableServerFactory factory = (ClusterableServerFactory) Proxy.newProxyInstance(
                server.getClassLoader(), new Class<?>[]{ClusterableServerFactory.class, server}, makes);
        cluster = new MultiServerCluster(new ClusterId(), settings.build(), factory, new ClientMetadata(null,
                MongoDriverInformation.builder().build()));
    }

    public static OfficialSelection replicaSet(int members) throws ReflectiveOperationException {
        List<ServerAddress> hosts = hosts(members);
        OfficialSelection selection = new OfficialSelection(hosts, ClusterType.REPLICA_SET);
        Set<String> names = new LinkedHashSet<>();
        hosts.forEach(host -> names.add(host.toString()));
        for (int i = 0; i < members; i++) {
            selection.tell(hosts.get(i), known(hosts.get(i))
                    .type(i == 0 ? ServerType.REPLICA_SET_PRIMARY : ServerType.REPLICA_SET_SECONDARY).setName("rs")
                    .hosts(names));
        }
        return selection;
    }

    public static OfficialSelection routers(int count) throws ReflectiveOperationException {
        List<ServerAddress> hosts = hosts(count);
        OfficialSelection selection = new OfficialSelection(hosts, ClusterType.SHARDED);
        for (ServerAddress host : hosts) {
            selection.tell(host, known(host).type(ServerType.SHARD_ROUTER));
        }
        return selection;
    }

    public void select() {
        if (!cluster.selectServer(writable, context).getServerDescription().getAddress().getHost()
                .startsWith("server-")) {
            throw new IllegalStateException("Not one of ours");
        }
    }

    @Override
    public void close() {
        cluster.close();
    }

    private void tell(ServerAddress host, ServerDescription.Builder known) {
        ServerDescription before = ServerDescription.builder().address(host).type(ServerType.UNKNOWN)
                .state(ServerConnectionState.CONNECTING).build();
        cluster.onChange(new ServerDescriptionChangedEvent(new ServerId(cluster.getClusterId(), host), known.build(),
                before));
    }

    private static ServerDescription.Builder known(ServerAddress host) {
        return ServerDescription.builder().address(host).state(ServerConnectionState.CONNECTED).ok(true)
                .minWireVersion(0).maxWireVersion(21).roundTripTime(1, TimeUnit.MILLISECONDS);
    }

    private static List<ServerAddress> hosts(int count) {
        List<ServerAddress> hosts = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            hosts.add(new ServerAddress("server-" + i + ".example.com", 27017));
        }
        return hosts;
    }
}
