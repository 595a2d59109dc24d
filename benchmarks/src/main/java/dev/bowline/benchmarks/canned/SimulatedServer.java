package dev.bowline.benchmarks.canned;

import dev.bowline.simulator.Deployment;
import java.io.IOException;

/** The simulator as a program: prints the connection string, and ends when its input does. */
public final class SimulatedServer {
    private SimulatedServer() {}

    /** Argument: members. */
    public static void main(String[] arguments) throws IOException {
        try (Deployment deployment = Deployment.replicaSet(Integer.parseInt(arguments[0]))) {
            deployment.awaitPrimary();
            System.out.println(deployment.connectionString());
            while (System.in.read() >= 0) {
                // The parent keeps the pipe open for as long as it wants the server.
            }
        }
        System.exit(0);
    }
}
