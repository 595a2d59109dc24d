package dev.bowline.driver.selection;

import dev.bowline.driver.description.ServerDescription;
import dev.bowline.egress.environment.ServerAddress;
import java.util.List;
import java.util.function.ToIntFunction;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** The last step of selection: one server out of those that fit. Allocates nothing. */
public final class ServerChoice {
    private ServerChoice() {}

    /**
     * Selects one server, or returns null if none fits now. Deprioritized servers are used only if no other fits.
     *
     * @param operationCount the operations in flight at a server
     */
    public static @Nullable ServerDescription choose(SelectionCandidates candidates, ServerSelector selector,
            List<ServerAddress> deprioritized, ToIntFunction<ServerDescription> operationCount,
            RandomGenerator random) {
        return leastBusyOfTwo(selector.select(candidates.without(deprioritized)), operationCount, random);
    }

    /**
     * Of two taken at random the one with fewer operations in flight, which spreads load almost as well as looking at
     * all of them and does not send every caller to the same server. Null if there are none.
     */
    public static <T> @Nullable T leastBusyOfTwo(List<T> servers, ToIntFunction<T> operationCount,
            RandomGenerator random) {
        int size = servers.size();
        if (size == 0) {
            return null;
        }
        if (size == 1) {
            return servers.get(0);
        }
        int first = random.nextInt(size);
        int second = random.nextInt(size - 1);
        if (second >= first) {
            second++;
        }
        T one = servers.get(first);
        T other = servers.get(second);
        return operationCount.applyAsInt(one) <= operationCount.applyAsInt(other) ? one : other;
    }
}
