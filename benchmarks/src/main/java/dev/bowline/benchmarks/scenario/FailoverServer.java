package dev.bowline.benchmarks.scenario;

import dev.bowline.simulator.Deployment;
import dev.bowline.simulator.Member;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * A simulated set of three as a program that does as it is told: {@code kill}, {@code step-down} or {@code freeze}, answered
 * with when it happened and when there was another primary, in nanoseconds of the system's clock; and {@code heal}.
 */
public final class FailoverServer {
    private final Deployment deployment;
    private Runnable healing = () -> {};

    private FailoverServer(Deployment deployment) {
        this.deployment = deployment;
    }

    public static void main(String[] arguments) throws IOException {
        try (Deployment deployment = Deployment.replicaSet(3)) {
            deployment.awaitPrimary();
            System.out.println(deployment.connectionString());
            FailoverServer server = new FailoverServer(deployment);
            BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
            for (String line = input.readLine(); line != null; line = input.readLine()) {
                System.out.println(server.obey(line));
            }
        }
        System.exit(0);
    }

    private String obey(String order) {
        if (order.equals("heal")) {
            healing.run();
            healing = () -> {};
            return "healed";
        }
        Member primary = deployment.awaitPrimary();
        long start = System.nanoTime();
        switch (order) {
            case "kill" -> {
                deployment.kill(primary);
                healing = () -> deployment.restart(primary);
            }
            case "freeze" -> {
                deployment.freeze(primary);
                healing = () -> deployment.thaw(primary);
            }
            case "step-down" -> deployment.stepDown(primary);
            default -> throw new IllegalArgumentException("There is no fault '" + order + "'");
        }
        while (deployment.primary().equals(Optional.of(primary))) {
            Thread.onSpinWait();
        }
        deployment.awaitPrimary();
        return start + " " + System.nanoTime();
    }
}
