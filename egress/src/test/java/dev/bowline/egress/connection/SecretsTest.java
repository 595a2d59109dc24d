package dev.bowline.egress.connection;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.environment.SystemEnvironment;
import dev.bowline.egress.event.ConnectionLogMessages;
import dev.bowline.egress.event.ConnectionPoolEvent;
import dev.bowline.egress.event.ConnectionPoolListener;
import dev.bowline.egress.pool.HostPool;
import dev.bowline.egress.pool.PoolMaintainer;
import dev.bowline.egress.pool.PoolSettings;
import dev.bowline.egress.pool.PooledConnection;
import dev.bowline.settings.AuthMechanism;
import dev.bowline.settings.MongoCredential;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Whatever is said of connections that authenticate, well or badly: errors, events, log messages, and every toString.
 */
class SecretsTest {
    private static final String RIGHT = "corr3ct-h0rse";
    private static final String WRONG = "b4ttery-st4ple";

    private final List<Object> said = new CopyOnWriteArrayList<>();

    @ParameterizedTest
    @CsvSource({"SCRAM_SHA_1,true,false", "SCRAM_SHA_1,false,false", "SCRAM_SHA_256,true,false",
            "SCRAM_SHA_256,false,false", "SCRAM_SHA_256,true,true", "SCRAM_SHA_1,false,true"})
    void scramShowsNeitherPasswordNorKeys(AuthMechanism mechanism, boolean speculative, boolean liar)
            throws IOException {
        List<byte[]> secrets = new ArrayList<>();
        try (ScriptedScram server = new ScriptedScram("user", RIGHT, mechanism, speculative);
                ScriptedScram other = new ScriptedScram("user", WRONG, mechanism, speculative)) {
            if (liar) {
                server.acceptAnything();
            }
            secrets.addAll(server.secrets());
            secrets.addAll(other.secrets());
            for (String password : List.of(RIGHT, WRONG)) {
                assertThat(checkOut(server.server(),
                        MongoCredential.of(mechanism, "user", "admin", password.toCharArray())))
                        .as("authenticated").isEqualTo(password.equals(RIGHT));
            }
        }
        noneShows(secrets);
    }

    @Test
    void plainShowsNoPasswordHoweverItEnds() throws IOException {
        for (String reply : List.of("{conversationId: 1, done: true, payload: '', ok: 1}",
                "{conversationId: 1, done: false, payload: '', ok: 1}",
                "{ok: 0, code: 18, codeName: 'AuthenticationFailed', errmsg: 'Authentication failed.'}", "{}")) {
            try (ScriptedServer server = ScriptedServer.afterHello(command -> BsonDocument.parse(reply))) {
                assertThat(checkOut(server,
                        MongoCredential.of(AuthMechanism.PLAIN, "user", "$external", RIGHT.toCharArray())))
                        .as(reply).isEqualTo(reply.contains("done: true"));
            }
        }
        noneShows(List.of(("\0user\0" + RIGHT).getBytes(UTF_8)));
    }

    /** Checks a connection out and notes everything there is to be seen of it; false if there was none to be had. */
    private boolean checkOut(ScriptedServer server, MongoCredential credential) {
        SystemEnvironment environment = SystemEnvironment.instance();
        ConnectionSettings settings = ConnectionSettings.defaults().withCredential(credential)
                .withSafeguards(Safeguards.DEFAULTS.withSecretsInTheClear(true));
        ConnectionFactory factory = new ConnectionFactory(environment, settings);
        said.addAll(List.of(credential, settings, factory, settings.stream()));
        PoolMaintainer maintainer = new PoolMaintainer(environment);
        HostPool pool = new HostPool(server.address(), PoolSettings.defaults(), factory, environment, maintainer,
                failure -> said.addAll(List.of(failure, failure.error())), List.of(new ConnectionPoolListener() {
                    @Override
                    public void connectionPoolEvent(ConnectionPoolEvent event) {
                        said.add(event);
                        said.add(ConnectionLogMessages.of(event));
                    }
                }));
        pool.announce().run();
        pool.ready().run();
        boolean authenticated = false;
        try (PooledConnection pooled = pool.checkOut(Deadline.NEVER)) {
            said.addAll(List.of(pooled, pooled.connection(), pooled.description(), pooled.description().helloReply()));
            authenticated = true;
        } catch (RuntimeException refused) {
            said.add(refused);
        }
        said.add(pool.statistics());
        pool.close().run();
        maintainer.close();
        return authenticated;
    }

    private void noneShows(List<byte[]> keys) {
        List<String> forbidden = new ArrayList<>(List.of(RIGHT, WRONG));
        for (byte[] key : keys) {
            forbidden.add(Base64.getEncoder().encodeToString(key));
            forbidden.add(HexFormat.of().formatHex(key));
            forbidden.add(Arrays.toString(key));
        }
        for (String password : List.of(RIGHT, WRONG)) {
            forbidden.add(Base64.getEncoder().encodeToString(password.getBytes(UTF_8)));
            forbidden.add(HexFormat.of().formatHex(password.getBytes(UTF_8)));
            forbidden.add(Arrays.toString(password.toCharArray()));
        }
        assertThat(said).hasSizeGreaterThan(10);
        for (Object each : said) {
            String text = each instanceof Throwable error ? stackTrace(error) : each.toString();
            assertThat(text).doesNotContain(forbidden);
        }
        assertThat(said.toString()).as("something was said of the user").contains("user");
    }

    private static String stackTrace(Throwable error) {
        StringWriter text = new StringWriter();
        error.printStackTrace(new PrintWriter(text));
        return text.toString();
    }
}
