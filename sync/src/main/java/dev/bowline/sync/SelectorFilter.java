package dev.bowline.sync;

import com.mongodb.selector.ServerSelector;
import dev.bowline.MongoClientSettingsBuilder;
import dev.bowline.driver.description.ServerDescription;
import dev.bowline.driver.description.TopologyDescription;
import dev.bowline.driver.selection.ServerFilter;
import dev.bowline.egress.environment.ServerAddress;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The application's own say in server selection: it is shown the servers that suit the operation, even if there are
 * none.
 */
final class SelectorFilter implements ServerFilter {
    private final ServerSelector selector;
    private final Descriptions descriptions;

    private SelectorFilter(ServerSelector selector, Descriptions descriptions) {
        this.selector = selector;
        this.descriptions = descriptions;
    }

    static void add(MongoClientSettingsBuilder builder, @Nullable ServerSelector selector, Descriptions descriptions) {
        if (selector != null) {
            builder.serverFilter(new SelectorFilter(selector, descriptions));
        }
    }

    @Override
    public List<ServerDescription> filter(TopologyDescription deployment, List<ServerDescription> suitable) {
        Set<ServerAddress> chosen = selector.select(descriptions.cluster(deployment, suitable)).stream()
                .map(server -> Addresses.ours(server.getAddress())).collect(Collectors.toSet());
        return suitable.stream().filter(server -> chosen.contains(server.address())).toList();
    }

    @Override
    public List<ServerDescription> filter(List<ServerDescription> suitable) {
        throw new UnsupportedOperationException("This selector needs the description of the deployment");
    }
}
