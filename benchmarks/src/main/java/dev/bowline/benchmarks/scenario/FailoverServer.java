package dev.bowline.benchmarks.scenario;

import dev.bowline.MongoClient;
import dev.bowline.MongoCollection;
import dev.bowline.concern.WriteConcern;
import dev.bowline.error.MongoException;
import dev.bowline.simulator.Deployment;
import dev.bowline.simulator.Member;
import dev.bowline.simulator.Timing;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.bson.Document;

/**
 * A simulated set of three as a program that obeys its input: {@code kill}, {@code step-down} or {@code freeze},
 * answered with when it happened and when another member took a write, in nanoseconds of the system's clock; and
 * {@code heal}. {@code begin kill} does not wait for the other member: {@code first-write} does. Argument: the
 * milliseconds of an election, if it is not to be fast.
 */
public final class FailoverServer {
    private final Deployment deployment;
    private final Map<Member, MongoCollection<Document>> probes = new HashMap<>();
    private Runnable healing = () -> {};
    private Member harmed;

    private FailoverServer(Deployment deployment) {
        this.deployment = deployment;
        this.harmed = deployment.awaitPrimary();
        for (Member member : deployment.members()) {
            probes.put(member, direct(member).database("probe").collection("probe").with(WriteConcern.W1));
        }
    }

    private static MongoClient direct(Member member) {
        return MongoClient
                .connect("mongodb://" + member.address() + "/?directConnection=true&retryWrites=false&minPoolSize=1");
    }

    public static void main(String[] arguments) throws IOException {
        Timing timing = arguments.length == 0
                ? Timing.FAST
                : new Timing(Duration.ofMillis(Long.parseLong(arguments[0])), Timing.FAST.handoff());
        try (Deployment deployment = Deployment.builder().replicaSet(3).timing(timing).start()) {
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
        if (order.equals("first-write")) {
            return Long.toString(firstWrite(harmed));
        }
        harmed = deployment.awaitPrimary();
        long start = harm(harmed, order.replace("begin ", ""));
        return order.startsWith("begin ") ? Long.toString(start) : start + " " + firstWrite(harmed);
    }

    private long harm(Member primary, String order) {
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
            case "step-down" -> {
                deployment.stepDown(primary);
                healing = () -> letStand(primary);
            }
            default -> throw new IllegalArgumentException("There is no fault '" + order + "'");
        }
        return start;
    }

    /** When another member took a write. Asked directly and all the time, so that no driver's judgement is in it. */
    private long firstWrite(Member former) {
        while (true) {
            Optional<Member> primary = deployment.primary();
            if (primary.isPresent() && !primary.get().equals(former)) {
                try {
                    MongoCollection<Document> probe = probes.get(primary.get());
                    if (probe != null) {
                        probe.insertOne(new Document());
                        return System.nanoTime();
                    }
                } catch (MongoException e) {
                    // Not yet.
                }
            }
            // Not spinning: there may be no CPU to spare.
            LockSupport.parkNanos(100_000);
        }
    }

    /** A member that has stepped down does not stand for election for a minute by default. */
    private static void letStand(Member member) {
        try (MongoClient client = direct(member)) {
            client.database("admin").runCommand(new Document("replSetFreeze", 0));
        }
    }
}
