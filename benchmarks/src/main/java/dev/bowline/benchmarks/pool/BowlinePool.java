package dev.bowline.benchmarks.pool;

import dev.bowline.doubles.ConnectionDouble;
import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.environment.Environment;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.egress.environment.SystemEnvironment;
import dev.bowline.egress.pool.HostPool;
import dev.bowline.egress.pool.PoolMaintainer;
import dev.bowline.egress.pool.PoolOwner;
import dev.bowline.egress.pool.PoolSettings;
import dev.bowline.egress.pool.PooledConnection;
import java.util.List;

/** Our pool, filled. */
public final class BowlinePool implements AutoCloseable {
    private final PoolMaintainer maintainer;
    private final HostPool pool;

    public BowlinePool(int connections) {
        Environment environment = SystemEnvironment.instance();
        maintainer = new PoolMaintainer(environment);
        pool = new HostPool(new ServerAddress("localhost", 27017), PoolSettings.defaults().withMaxPoolSize(connections),
                (id, address, deadline, establishment) -> new ConnectionDouble(id, address, null), environment,
                maintainer,
                PoolOwner.NONE, List.of());
        pool.announce().run();
        pool.ready().run();
        PooledConnection[] all = new PooledConnection[connections];
        for (int i = 0; i < connections; i++) {
            all[i] = checkOut();
        }
        for (PooledConnection connection : all) {
            connection.close();
        }
    }

    public PooledConnection checkOut() {
        return pool.checkOut(Deadline.NEVER);
    }

    @Override
    public void close() {
        pool.close().run();
        maintainer.close();
    }
}
