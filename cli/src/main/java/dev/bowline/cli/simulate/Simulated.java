package dev.bowline.cli.simulate;

import dev.bowline.simulator.Deployment;
import dev.bowline.simulator.DeploymentBuilder;
import dev.bowline.simulator.Timing;
import dev.bowline.simulator.control.Console;
import dev.bowline.simulator.control.ControlServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.bson.json.JsonMode;
import org.bson.json.JsonWriterSettings;
import org.jspecify.annotations.Nullable;

/** A deployment that runs until the command {@code quit}. */
public final class Simulated implements AutoCloseable {
    private static final JsonWriterSettings JSON = JsonWriterSettings.builder().outputMode(JsonMode.RELAXED)
            .indent(true).build();

    /** What kind of deployment to run. */
    public enum Shape {
        /** One server. */
        STANDALONE,
        /** A replica set. */
        REPLICA_SET,
        /** Routers of a sharded cluster. */
        SHARDED,
        /** Routers behind one address. */
        LOAD_BALANCED
    }

    /**
     * What to run and where.
     *
     * @param members how many members or routers
     * @param port the first port, or 0 for free ones
     * @param advertised the host name in replies to clients, or null for the address listened at
     * @param user who may log in, or null if everyone may
     * @param controlPort where to take commands by HTTP, 0 for a free port, -1 for not at all
     */
    public record Options(Shape shape, int members, int port, String listen, @Nullable String advertised, boolean tls,
            @Nullable String user, @Nullable String password, int wireVersion, Timing timing, int controlPort) {}

    private final Options options;
    private final Deployment deployment;
    private final Console console;
    private final @Nullable ControlServer control;
    private final @Nullable TestCertificate certificate;
    private final CountDownLatch quit = new CountDownLatch(1);

    /** Starts the servers. Throws if a port is in use. */
    public Simulated(Options options) throws IOException, GeneralSecurityException {
        this.options = options;
        certificate = options.tls()
                ? TestCertificate.make(List.of(options.advertised() == null ? options.listen() : options.advertised()))
                : null;
        deployment = builder(options, certificate).start();
        console = new Console(deployment);
        control = options.controlPort() < 0 ? null : ControlServer.start(console, options.controlPort());
    }

    private static DeploymentBuilder builder(Options options, @Nullable TestCertificate certificate) {
        DeploymentBuilder builder = Deployment.builder();
        switch (options.shape()) {
            case STANDALONE -> builder.standalone();
            case REPLICA_SET -> builder.replicaSet(options.members());
            case SHARDED -> builder.sharded(options.members());
            case LOAD_BALANCED -> builder.loadBalanced(options.members());
        }
        builder.wireVersion(options.wireVersion()).timing(options.timing()).listen(options.listen(),
                options.advertised() == null ? options.listen() : options.advertised());
        if (options.port() > 0) {
            builder.port(options.port());
        }
        if (certificate != null) {
            builder.tls(certificate.context());
        }
        if (options.user() != null && options.password() != null) {
            builder.user(options.user(), options.password());
        }
        return builder;
    }

    /** What a client needs to connect: the user and the certificate to trust, if there are any, are in it. */
    public String connectionString() {
        String string = deployment.connectionString();
        if (options.user() != null && options.password() != null) {
            string = string.replace("mongodb://", "mongodb://" + escaped(options.user()) + ":"
                    + escaped(options.password()) + "@");
        }
        if (certificate != null) {
            string += "&tlsCAFile=" + escaped(certificate.file().toString());
        }
        return string;
    }

    private static String escaped(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    /** Prints the connection string and takes commands until {@code quit}. The end of the input does not end it. */
    public void run(BufferedReader keyboard, PrintStream out) throws IOException, InterruptedException {
        out.println(connectionString());
        if (control != null) {
            out.println("control: " + control.address() + "  (curl -X POST '" + control.address()
                    + "kill?member=primary')");
        }
        out.println("Type 'help' for the commands, 'quit' to end.");
        out.flush();
        String line;
        while (quit.getCount() > 0 && (line = keyboard.readLine()) != null) {
            answer(line.trim(), out);
            out.flush();
        }
        quit.await();
    }

    private void answer(String line, PrintStream out) {
        switch (line) {
            case "" -> {
            }
            case "quit", "exit" -> quit.countDown();
            case "help" -> out.print(console.help() + String.format("  %-30s end every server%n", "quit"));
            default -> {
                try {
                    print(console.run(line), out);
                } catch (RuntimeException e) {
                    out.println(e.getMessage());
                }
            }
        }
    }

    private static void print(BsonDocument answer, PrintStream out) {
        if (!answer.containsKey("connectionString")) {
            out.println(answer.toJson(JSON));
            return;
        }
        for (BsonValue member : answer.getArray("members")) {
            BsonDocument line = member.asDocument();
            out.printf("  %d  %-22s %-10s %d connections%n", line.getInt32("member").getValue(),
                    line.getString("address").getValue(), line.getString("state").getValue(),
                    line.getInt32("openConnections").getValue());
        }
    }

    @Override
    public void close() {
        quit.countDown();
        if (control != null) {
            control.close();
        }
        deployment.close();
    }
}
