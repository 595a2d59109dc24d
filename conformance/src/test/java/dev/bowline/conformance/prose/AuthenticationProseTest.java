package dev.bowline.conformance.prose;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bowline.MongoClient;
import dev.bowline.error.MongoCommandException;
import dev.bowline.error.MongoSecurityException;
import dev.bowline.settings.MongoCredential;
import dev.bowline.settings.OidcCallback.Request;
import dev.bowline.settings.OidcCallback.Token;
import dev.bowline.simulator.Deployment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.bson.Document;
import org.junit.jupiter.api.Test;

/** Authentication by identities that others vouch for, with simulated servers at the other side. */
class AuthenticationProseTest extends ProseCase {
    private final List<Request> requests = Collections.synchronizedList(new ArrayList<>());

    /** OIDC prose test 1.1 and 1.2: one call of the callback for one client, whatever the number of connections. */
    @Test
    void aMachinesCallbackIsAskedOnce() throws Exception {
        Deployment set = start(Deployment.builder().replicaSet(1).oidcToken("good").start());
        MongoClient client = machine(set, "good");
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            threads.add(Thread.ofPlatform().start(() -> things(client).insertOne(new Document())));
        }
        for (Thread thread : threads) {
            thread.join(Duration.ofSeconds(30));
        }
        assertThat(things(client).countDocuments()).isEqualTo(10);
        assertThat(requests).hasSize(1);
    }

    /** OIDC prose test 2.3: a callback that gives a wrong token. */
    @Test
    void aTokenThatTheServerDoesNotKnowIsRefused() {
        Deployment set = start(Deployment.builder().replicaSet(1).oidcToken("good").start());
        MongoClient client = machine(set, "bad");
        assertThatThrownBy(() -> things(client).insertOne(new Document())).isInstanceOf(MongoSecurityException.class)
                .hasMessageNotContaining("bad").hasMessageContaining("MONGODB-OIDC");
    }

    /** OIDC prose test 3.1: a cached token that has become invalid is replaced. */
    @Test
    void aTokenThatWasGoodOnceIsReplaced() {
        Deployment set = start(Deployment.builder().replicaSet(1).oidcToken("token2").start());
        MongoClient client = connect(set.connectionString(), "",
                builder -> builder.allowSecretsInTheClear(true).credential(MongoCredential.oidc(request -> {
                    requests.add(request);
                    return Token.of("token" + requests.size());
                })));
        assertThatThrownBy(() -> things(client).insertOne(new Document())).isInstanceOf(MongoSecurityException.class);
        things(client).insertOne(new Document());
        assertThat(requests).hasSize(2);
    }

    /** OIDC prose test 4.1 and 4.2: error 391 in the middle of things. */
    @Test
    void aServerThatAsksAgainGetsATokenOnTheSameConnection() {
        Deployment set = start(Deployment.builder().replicaSet(1).oidcToken("good").start());
        MongoClient client = machine(set, "good");
        things(client).insertOne(new Document());
        for (String command : List.of("insert", "find")) {
            set.failPoint("{configureFailPoint: 'failCommand', mode: {times: 1}, data: {failCommands: ['" + command
                    + "'], errorCode: 391}}");
            witness.clear();
            int before = requests.size();
            if (command.equals("find")) {
                things(client).find().first();
            } else {
                things(client).insertOne(new Document());
            }
            assertThat(witness.started(command)).hasSize(2);
            assertThat(requests).hasSize(before + 1);
        }
        try (var session = client.startSession()) {
            set.failPoint("{configureFailPoint: 'failCommand', mode: {times: 1}, data: {failCommands: ['insert'], "
                    + "errorCode: 391}}");
            session.startTransaction();
            things(client).with(session).insertOne(new Document());
            session.commitTransaction();
        }
        assertThat(things(client).countDocuments()).isEqualTo(3);
    }

    @Test
    void anotherMechanismDoesNotKnowHowToAuthenticateAgain() {
        Deployment set = start(Deployment.builder().replicaSet(1).user("u", "p").start());
        MongoClient client = connect(set.connectionString().replace("mongodb://", "mongodb://u:p@"), "");
        set.failPoint("{configureFailPoint: 'failCommand', mode: {times: 1}, data: {failCommands: ['insert'], "
                + "errorCode: 391}}");
        assertThatThrownBy(() -> things(client).insertOne(new Document()))
                .isInstanceOfSatisfying(MongoCommandException.class, e -> assertThat(e.code()).isEqualTo(391));
    }

    /** OIDC human prose test 1.1: the server names the identity provider, and the callback gets to know it. */
    @Test
    void aUserLearnsWhereToLogIn() {
        Deployment set = start(Deployment.builder().replicaSet(1).oidcToken("good").start());
        MongoClient client = human(set, List.of("127.0.0.1"));
        things(client).insertOne(new Document());
        assertThat(requests).hasSize(1);
        assertThat(requests.get(0).identityProvider()).hasValueSatisfying(
                idp -> assertThat(idp.issuer()).isEqualTo("https://issuer.example"));
        assertThat(requests.get(0).timeout()).isEqualTo(Duration.ofMinutes(5));
    }

    /** OIDC human prose test 1.6: a host that is not allowed gets no token, and the callback is not even asked. */
    @Test
    void aHostThatIsNotAllowedGetsNoToken() {
        Deployment set = start(Deployment.builder().replicaSet(1).oidcToken("good").start());
        MongoClient client = human(set, List.of("example.com"));
        assertThatThrownBy(() -> things(client).insertOne(new Document())).isInstanceOf(MongoSecurityException.class)
                .hasMessageContaining("127.0.0.1");
        assertThat(requests).isEmpty();
    }

    @Test
    void anIdentityOfAmazonsIsProvedBySignature() {
        Deployment set = start(Deployment.builder().replicaSet(1).awsIdentity("key", "secret").start());
        things(aws(set, "secret", Optional.empty())).insertOne(new Document());
        things(aws(set, "secret", Optional.of("session token"))).insertOne(new Document());
        assertThatThrownBy(() -> things(aws(set, "guess", Optional.empty())).insertOne(new Document()))
                .isInstanceOf(MongoSecurityException.class).hasMessageNotContaining("guess");
    }

    private MongoClient aws(Deployment set, String secret, Optional<String> token) {
        return connect(set.connectionString(), "",
                builder -> builder.allowSecretsInTheClear(true)
                        .credential(MongoCredential.aws("key", secret.toCharArray(), token)));
    }

    private MongoClient machine(Deployment set, String token) {
        return connect(set.connectionString(), "",
                builder -> builder.allowSecretsInTheClear(true).credential(MongoCredential.oidc(request -> {
                    requests.add(request);
                    return Token.of(token);
                })));
    }

    private MongoClient human(Deployment set, List<String> allowed) {
        return connect(set.connectionString(), "",
                builder -> builder.allowSecretsInTheClear(true)
                        .credential(MongoCredential.oidcHuman(Optional.empty(), request -> {
                            requests.add(request);
                            return Token.of("good");
                        }, allowed)));
    }
}
