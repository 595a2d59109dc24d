package dev.bowline.simulator;

import dev.bowline.egress.environment.ByteStream;
import dev.bowline.egress.environment.Environment;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.simulator.network.Network;
import dev.bowline.simulator.server.Server;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** One door in front of several routers; connections go to them in turn. */
final class LoadBalancer implements AutoCloseable {
    private final ServerAddress address;
    private final Network.Listener listener;
    private final List<Server> routers;
    private final AtomicInteger next = new AtomicInteger();

    LoadBalancer(Environment environment, Network network, List<Server> routers) throws IOException {
        this.address = network.newAddress();
        this.listener = network.listen(address);
        this.routers = routers;
        environment.start("simulator-balancer-" + address, this::run);
    }

    ServerAddress address() {
        return address;
    }

    private void run() {
        while (true) {
            ByteStream stream;
            try {
                stream = listener.accept();
            } catch (IOException e) {
                return;
            }
            hand(stream);
        }
    }

    private void hand(ByteStream stream) {
        for (int attempt = 0; attempt < routers.size(); attempt++) {
            Server router = routers.get(Math.floorMod(next.getAndIncrement(), routers.size()));
            if (router.isRunning()) {
                router.serve(stream);
                return;
            }
        }
        stream.close();
    }

    @Override
    public void close() {
        listener.close();
    }
}
