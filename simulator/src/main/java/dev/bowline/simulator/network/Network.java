package dev.bowline.simulator.network;

import dev.bowline.egress.environment.ByteStream;
import dev.bowline.egress.environment.ServerAddress;
import java.io.IOException;

/** Gives servers addresses and accepts connections to them. */
public interface Network {
    /** An open door. */
    interface Listener {
        /** Waits for the next connection. Throws once closed. */
        ByteStream accept() throws IOException;

        /** Refuses connections from now on. */
        void close();
    }

    /** An address for a new server; the same server keeps it when it is restarted. */
    ServerAddress newAddress() throws IOException;

    /** Begins to accept connections to this address. */
    Listener listen(ServerAddress address) throws IOException;
}
