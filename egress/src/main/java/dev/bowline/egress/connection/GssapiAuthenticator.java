package dev.bowline.egress.connection;

import dev.bowline.egress.environment.Environment;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.error.MongoSecurityException;
import dev.bowline.settings.AuthMechanism;
import dev.bowline.settings.MongoCredential;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Map;
import javax.security.auth.Subject;
import javax.security.auth.callback.Callback;
import javax.security.auth.callback.NameCallback;
import javax.security.auth.callback.PasswordCallback;
import javax.security.auth.login.AppConfigurationEntry;
import javax.security.auth.login.AppConfigurationEntry.LoginModuleControlFlag;
import javax.security.auth.login.Configuration;
import javax.security.auth.login.LoginContext;
import javax.security.auth.login.LoginException;
import javax.security.sasl.Sasl;
import javax.security.sasl.SaslClient;
import javax.security.sasl.SaslException;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;

/** GSSAPI: Kerberos by the JDK's own means. The ticket comes from the cache of the process, or a password gets it. */
final class GssapiAuthenticator implements Authenticator {
    private static final String LOGIN = "bowline-gssapi";
    private static final int MAX_STEPS = 10;

    private final MongoCredential credential;
    private final Environment environment;
    private final ServerAddress address;

    GssapiAuthenticator(MongoCredential credential, Environment environment, ServerAddress address) {
        this.credential = credential;
        this.environment = environment;
        this.address = address;
    }

    @Override
    public AuthMechanism mechanism() {
        return AuthMechanism.GSSAPI;
    }

    @Override
    public @Nullable BsonDocument speculativeCommand() {
        return null;
    }

    @Override
    public void authenticate(Commands commands, @Nullable BsonDocument speculativeReply) {
        try {
            Subject subject = login();
            Subject.callAs(subject, () -> {
                converse(commands);
                return null;
            });
        } catch (LoginException e) {
            throw new MongoSecurityException("Kerberos knows no ticket of " + credential.userName().orElse("the user")
                    + " and could not get one: " + e.getMessage(), e);
        } catch (java.util.concurrent.CompletionException e) {
            throw e.getCause() instanceof RuntimeException inner ? inner : failed(e);
        }
    }

    private void converse(Commands commands) {
        SaslClient client = null;
        try {
            client = Sasl.createSaslClient(new String[]{"GSSAPI"},
                    credential.userName().orElse(null), property("SERVICE_NAME", "mongodb"), host(),
                    Map.of(Sasl.QOP, "auth", Sasl.SERVER_AUTH, "true"), null);
            if (client == null) {
                throw new MongoSecurityException("This JVM has no SASL client for GSSAPI", null);
            }
            BsonDocument reply = commands.run(credential.source(),
                    SaslCommands.start(mechanism(), client.evaluateChallenge(new byte[0])));
            for (int step = 0; !SaslCommands.isDone(reply); step++) {
                if (step == MAX_STEPS) {
                    throw new MongoSecurityException("The server does not end the GSSAPI conversation", null);
                }
                byte[] answer = client.evaluateChallenge(SaslCommands.payload(reply));
                reply = commands.run(credential.source(), SaslCommands.next(reply,
                        answer == null ? new byte[0] : answer));
            }
            if (!client.isComplete()) {
                throw new MongoSecurityException("The server ended the GSSAPI conversation before it had proved "
                        + "who it is", null);
            }
        } catch (SaslException | UnknownHostException e) {
            throw failed(e);
        } finally {
            dispose(client);
        }
    }

    private static void dispose(@Nullable SaslClient client) {
        try {
            if (client != null) {
                client.dispose();
            }
        } catch (SaslException e) {
            // It holds nothing that would matter.
            return;
        }
    }

    private MongoSecurityException failed(Exception cause) {
        return new MongoSecurityException("Authentication of " + credential.userName().orElse("the user")
                + " by GSSAPI failed: " + cause.getMessage(), cause);
    }

    private String property(String name, String otherwise) {
        return credential.properties().getOrDefault(name, otherwise);
    }

    /** Authentication specification, "Hostname Canonicalization". */
    private String host() throws UnknownHostException {
        String given = credential.properties().get("SERVICE_HOST");
        if (given != null) {
            return given;
        }
        InetAddress resolved;
        return switch (property("CANONICALIZE_HOST_NAME", "none")) {
            case "forward" -> {
                resolved = environment.resolve(address.host()).get(0);
                yield resolved.getHostName();
            }
            case "forwardAndReverse", "true" -> {
                resolved = environment.resolve(address.host()).get(0);
                yield resolved.getCanonicalHostName();
            }
            default -> address.host();
        };
    }

    private Subject login() throws LoginException {
        char[] password = credential.password().orElse(null);
        Map<String, Object> options = Map.of("principal", credential.userName().orElse(""), "useTicketCache",
                String.valueOf(password == null), "doNotPrompt", String.valueOf(password == null), "refreshKrb5Config",
                "true");
        Configuration configuration = new Configuration() {
            @Override
            public AppConfigurationEntry[] getAppConfigurationEntry(String name) {
                return new AppConfigurationEntry[]{new AppConfigurationEntry(
                        "com.sun.security.auth.module.Krb5LoginModule", LoginModuleControlFlag.REQUIRED, options)};
            }
        };
        LoginContext context = new LoginContext(LOGIN, null, callbacks -> {
            for (Callback callback : callbacks) {
                if (callback instanceof NameCallback name) {
                    name.setName(credential.userName().orElse(""));
                } else if (callback instanceof PasswordCallback secret) {
                    secret.setPassword(password);
                }
            }
        }, configuration);
        context.login();
        return context.getSubject();
    }
}
