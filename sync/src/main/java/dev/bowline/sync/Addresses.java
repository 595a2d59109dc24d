package dev.bowline.sync;

import com.mongodb.ServerAddress;
import com.mongodb.UnixServerAddress;
import org.jspecify.annotations.Nullable;

/** Addresses of servers, theirs and ours. */
final class Addresses {
    private Addresses() {}

    static ServerAddress official(dev.bowline.egress.environment.ServerAddress address) {
        return address.isUnixSocket()
                ? new UnixServerAddress(address.host())
                : new ServerAddress(address.host(), address.port());
    }

    static @Nullable ServerAddress officialOrNull(dev.bowline.egress.environment.@Nullable ServerAddress address) {
        return address == null ? null : official(address);
    }

    static dev.bowline.egress.environment.ServerAddress ours(ServerAddress address) {
        return new dev.bowline.egress.environment.ServerAddress(address.getHost(), address.getPort());
    }
}
