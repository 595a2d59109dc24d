package dev.bowline.egress.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.ongres.scram.common.ScramMechanism;
import dev.bowline.egress.environment.SystemEnvironment;
import dev.bowline.error.MongoConfigurationException;
import dev.bowline.error.MongoSecurityException;
import dev.bowline.error.MongoTimeoutException;
import dev.bowline.settings.AuthMechanism;
import dev.bowline.settings.MongoCredential;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;
import org.bson.BsonBinary;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.junit.jupiter.api.Test;

class ScramAuthenticatorTest {
    private static final String SHA_256_SERVER_FIRST = "r=rOprNGfwEbeRWgbNEkqO%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0,"
            + "s=W22ZaJ0SNY7soEsUEjb6gQ==,i=4096";
    private static final String SHA_256_SERVER_FINAL = "v=6rriTRBi23WpRR/wtup+mMhUZUn/dB5nLTJRsjl95G4=";

    private static final int MAX = Safeguards.DEFAULT_MAX_SCRAM_ITERATIONS;

    private final ScramKeyCache cache = new ScramKeyCache();
    private final List<String> sent = new ArrayList<>();

    @Test
    void speaksThePublishedSha256Conversation() {
        converse(sha256(), reply(SHA_256_SERVER_FIRST, false), reply(SHA_256_SERVER_FINAL, true));

        assertThat(sent).containsExactly("n,,n=user,r=rOprNGfwEbeRWgbNEkqO",
                "c=biws,r=rOprNGfwEbeRWgbNEkqO%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0,"
                        + "p=dHzbZapWIk4jUhN+Ute9ytag9zjfMHgsqmmiz7AndVQ=");
    }

    @Test
    void speaksThePublishedSha1ConversationWithTheDigestedPassword() {
        converse(scram(AuthMechanism.SCRAM_SHA_1, "fyko+d2lbbFgONRv9qkxdawL", "pencil"),
                reply("r=fyko+d2lbbFgONRv9qkxdawLHo+Vgk7qvUOKUwuWLIWg4l/9SraGMHEE,s=rQ9ZY3MntBeuP3E1TDVC4w==,i=10000",
                        false),
                reply("v=UMWeI25JD1yNYZRMpZ4VHvhZ9e0=", true));

        assertThat(sent).containsExactly("n,,n=user,r=fyko+d2lbbFgONRv9qkxdawL",
                "c=biws,r=fyko+d2lbbFgONRv9qkxdawLHo+Vgk7qvUOKUwuWLIWg4l/9SraGMHEE,p=MC2T8BvbmWRckDw8oWl5IVghwCY=");
    }

    @Test
    void continuesFromASpeculativeReplyWithoutStartingAgain() {
        converse(sha256(), true, reply(SHA_256_SERVER_FIRST, false), reply(SHA_256_SERVER_FINAL, true));

        assertThat(sent).hasSize(1).first().asString().startsWith("c=biws");
    }

    @Test
    void sendsTheEmptyExchangeThatOldServersWant() {
        converse(sha256(), reply(SHA_256_SERVER_FIRST, false), reply(SHA_256_SERVER_FINAL, false), reply("", true));

        assertThat(sent).hasSize(3).last().isEqualTo("");
    }

    @Test
    void refusesAServerThatNeverEnds() {
        refuses("does not end", sha256(), reply(SHA_256_SERVER_FIRST, false), reply(SHA_256_SERVER_FINAL, false),
                reply("", false), reply("", false), reply("", false));
    }

    @Test
    void refusesAWrongServerSignature() {
        refuses("signature", sha256(), reply(SHA_256_SERVER_FIRST, false),
                reply("v=6rriTRBi23WpRR/wtup+mMhUZUn/dB5nLTJRsjl95H4=", true));
    }

    @Test
    void refusesAServerThatSkipsItsProof() {
        refuses("before it had proved", sha256(), reply(SHA_256_SERVER_FIRST, true));
        refuses("final message is malformed", sha256(), reply(SHA_256_SERVER_FIRST, false), reply("", true));
    }

    @Test
    void refusesANonceThatDoesNotExtendOurs() {
        refuses("nonce", sha256(), reply("r=anotherClientsNonce,s=W22ZaJ0SNY7soEsUEjb6gQ==,i=4096", false));
        refuses("nonce", sha256(), reply("r=rOprNGfwEbeRWgbNEkqO,s=W22ZaJ0SNY7soEsUEjb6gQ==,i=4096", false));
    }

    @Test
    void refusesFewerThan4096IterationsAndAccepts4096() {
        refuses("4095 iterations", sha256(), reply(SHA_256_SERVER_FIRST.replace("4096", "4095"), false));
        converse(sha256(), reply(SHA_256_SERVER_FIRST, false), reply(SHA_256_SERVER_FINAL, true));
    }

    @Test
    void refusesSoManyIterationsThatItWouldComputeForHours() {
        refuses("600001 iterations", sha256(), reply(SHA_256_SERVER_FIRST.replace("4096", "600001"), false));
    }

    @Test
    void asksEverySoOftenWhetherItIsStillWantedWhileItComputes() {
        AtomicInteger asked = new AtomicInteger();
        Authenticator.Commands impatient = new Authenticator.Commands() {
            @Override
            public BsonDocument run(String database, BsonDocument command) {
                return reply(SHA_256_SERVER_FIRST.replace("4096", "600000"), false);
            }

            @Override
            public void checkpoint() {
                if (asked.incrementAndGet() == 3) {
                    throw new MongoTimeoutException("the time is up");
                }
            }
        };
        assertThatThrownBy(() -> sha256().authenticate(impatient, null)).hasMessage("the time is up");
        assertThat(asked).hasValue(3);
    }

    @Test
    void derivesTheKeyThatTheJdkDerives() throws GeneralSecurityException {
        for (String password : new String[]{"pencil", "p\u00e4ssw\u00f6rd\ud83d\ude00", "x".repeat(200)}) {
            byte[] salt = password.getBytes(StandardCharsets.UTF_8);
            for (int iterations : new int[]{4096, 15_000}) {
                byte[] expected = SecretKeyFactory.getInstance("PBKDF2WithHmacSHA256")
                        .generateSecret(new PBEKeySpec(password.toCharArray(), salt, iterations, 256)).getEncoded();
                assertThat(SaltedPassword.derive(ScramMechanism.SCRAM_SHA_256, password.toCharArray(), salt,
                        iterations, () -> {})).isEqualTo(expected);
            }
        }
    }

    @Test
    void reportsTheServersOwnError() {
        refuses("invalid-proof", sha256(), reply(SHA_256_SERVER_FIRST, false), reply("e=invalid-proof", true));
    }

    @Test
    void derivesTheKeysOncePerSaltAndCount() {
        converse(sha256(), reply(SHA_256_SERVER_FIRST, false), reply(SHA_256_SERVER_FINAL, true));
        sent.clear();
        // With another password the proof could not come out right, unless the keys come from the cache.
        converse(scram(AuthMechanism.SCRAM_SHA_256, "rOprNGfwEbeRWgbNEkqO", "another"),
                reply(SHA_256_SERVER_FIRST, false), reply(SHA_256_SERVER_FINAL, true));

        assertThat(sent).last().asString().endsWith("p=dHzbZapWIk4jUhN+Ute9ytag9zjfMHgsqmmiz7AndVQ=");
    }

    @Test
    void preparesPasswordsButNotUserNames() {
        // The specification's own case: "I\u00ADX" and "IX" are one password after SASLprep, two user names before it.
        ScramKeyCache first = new ScramKeyCache();
        ScramKeyCache second = new ScramKeyCache();
        cacheless(first, "IX");
        List<String> expected = List.copyOf(sent);
        sent.clear();
        cacheless(second, "I\u00ADX");
        assertThat(sent).isEqualTo(expected);

        MongoCredential odd = MongoCredential.of(AuthMechanism.SCRAM_SHA_256, "I\u00ADX=,", "admin", "p".toCharArray());
        ScramAuthenticator authenticator = new ScramAuthenticator(odd, AuthMechanism.SCRAM_SHA_256, "nonce", cache,
                MAX);
        assertThat(payload(authenticator.speculativeCommand())).isEqualTo("n,,n=I\u00ADX=3D=2C,r=nonce");
    }

    @Test
    void asksToSkipTheEmptyExchangeAndNamesTheDatabaseWhenSpeculating() {
        BsonDocument command = sha256().speculativeCommand();

        assertThat(command.getDocument("options")).isEqualTo(BsonDocument.parse("{skipEmptyExchange: true}"));
        assertThat(command.getString("db").getValue()).isEqualTo("admin");
        assertThat(command.getString("mechanism").getValue()).isEqualTo("SCRAM-SHA-256");
    }

    @Test
    void drawsAFreshNonceEachTime() {
        MongoCredential credential = credential("pencil");
        String first = payload(new ScramAuthenticator(credential, AuthMechanism.SCRAM_SHA_256,
                ScramAuthenticator.nonce(SystemEnvironment.instance()), cache, MAX).speculativeCommand());
        String second = payload(new ScramAuthenticator(credential, AuthMechanism.SCRAM_SHA_256,
                ScramAuthenticator.nonce(SystemEnvironment.instance()), cache, MAX).speculativeCommand());

        assertThat(first).isNotEqualTo(second).hasSizeGreaterThan("n,,n=user,r=".length() + 24);
    }

    @Test
    void wantsAUserNameAndAPassword() {
        assertThatThrownBy(() -> new ScramAuthenticator(
                MongoCredential.of(AuthMechanism.SCRAM_SHA_256, "", "admin", new char[0]),
                AuthMechanism.SCRAM_SHA_256, "nonce", cache, MAX)).isInstanceOf(MongoConfigurationException.class);
        ScramAuthenticator withoutPassword = new ScramAuthenticator(
                MongoCredential.ofMechanism(Optional.of("SCRAM-SHA-256"), "admin", Optional.of("user"),
                        Optional.empty(), Map.of()),
                AuthMechanism.SCRAM_SHA_256, "rOprNGfwEbeRWgbNEkqO", cache, MAX);
        assertThatThrownBy(() -> converse(withoutPassword, reply(SHA_256_SERVER_FIRST, false)))
                .isInstanceOf(MongoConfigurationException.class);
    }

    private void cacheless(ScramKeyCache keys, String password) {
        ScramAuthenticator authenticator = new ScramAuthenticator(credential(password), AuthMechanism.SCRAM_SHA_256,
                "rOprNGfwEbeRWgbNEkqO", keys, MAX);
        assertThatThrownBy(() -> converse(authenticator, reply(SHA_256_SERVER_FIRST, false),
                reply(SHA_256_SERVER_FINAL, true))).hasMessageContaining("signature");
    }

    private void refuses(String why, ScramAuthenticator authenticator, BsonDocument... replies) {
        assertThatThrownBy(() -> converse(authenticator, replies))
                .isInstanceOf(MongoSecurityException.class)
                .hasMessageContaining(why)
                .hasMessageContaining("user 'user'")
                .hasMessageNotContaining("pencil")
                .hasNoCause();
    }

    private void converse(ScramAuthenticator authenticator, BsonDocument... replies) {
        converse(authenticator, false, replies);
    }

    private void converse(ScramAuthenticator authenticator, boolean speculative, BsonDocument... replies) {
        List<BsonDocument> left = new ArrayList<>(List.of(replies));
        BsonDocument first = speculative ? left.remove(0) : null;
        authenticator.authenticate((database, command) -> {
            assertThat(database).isEqualTo("admin");
            sent.add(payload(command));
            return left.remove(0);
        }, first);
        assertThat(left).isEmpty();
    }

    private ScramAuthenticator sha256() {
        return scram(AuthMechanism.SCRAM_SHA_256, "rOprNGfwEbeRWgbNEkqO", "pencil");
    }

    private ScramAuthenticator scram(AuthMechanism mechanism, String nonce, String password) {
        return new ScramAuthenticator(credential(password), mechanism, nonce, cache, MAX);
    }

    private static MongoCredential credential(String password) {
        return MongoCredential.of("user", "admin", password.toCharArray());
    }

    private static BsonDocument reply(String payload, boolean done) {
        return new BsonDocument("conversationId", new BsonInt32(1))
                .append("payload", new BsonBinary(payload.getBytes(StandardCharsets.UTF_8)))
                .append("done", BsonBoolean.valueOf(done))
                .append("ok", new BsonInt32(1));
    }

    private static String payload(BsonDocument command) {
        return new String(command.getBinary("payload").getData(), StandardCharsets.UTF_8);
    }
}
