package dev.bowline.simulator;

import java.util.List;
import java.util.Map;

/**
 * What clients did, as the servers saw it.
 *
 * @param commands by name
 * @param clients by what they called themselves, in the order in which they came
 * @param repetitions the requests that came again after an attempt without success, oldest first; the last thousand
 */
public record Activity(Map<String, Commands> commands, List<Client> clients, List<Repetition> repetitions,
        long repeatedWrites, long repeatedReads) {
    public Activity {
        commands = Map.copyOf(commands);
        clients = List.copyOf(clients);
        repetitions = List.copyOf(repetitions);
    }

    /**
     * The requests of one name.
     *
     * @param answered how many were executed; the others broke off with their connection or are still executed
     * @param failed how many of these were answered with an error
     */
    public record Commands(long arrived, long answered, long failed) {}

    /**
     * A program.
     *
     * @param name its application name, or an empty text
     * @param driver its driver and version, or an empty text
     * @param connections how many of its connections sent something
     */
    public record Client(String name, String driver, long connections, long commands) {}

    /**
     * A request that a client sent again.
     *
     * @param server where it came again
     * @param after what became of the attempt before
     */
    public record Repetition(String command, String namespace, String server, String after, long atNanos) {}
}
