package dev.bowline.simulator.server;

import java.util.Map;
import java.util.concurrent.CompletionException;
import javax.security.auth.Subject;
import javax.security.auth.callback.Callback;
import javax.security.auth.login.AppConfigurationEntry;
import javax.security.auth.login.AppConfigurationEntry.LoginModuleControlFlag;
import javax.security.auth.login.Configuration;
import javax.security.auth.login.LoginContext;
import javax.security.auth.login.LoginException;
import javax.security.sasl.AuthorizeCallback;
import javax.security.sasl.Sasl;
import javax.security.sasl.SaslException;
import javax.security.sasl.SaslServer;

/** The server's side of one GSSAPI conversation, by the JDK's own Kerberos with the key of the service. */
final class Kerberos {
    private final Subject service;
    private final SaslServer sasl;

    private Kerberos(Subject service, SaslServer sasl) {
        this.service = service;
        this.sasl = sasl;
    }

    /**
     * Begins a conversation.
     *
     * @param principal the service, such as {@code mongodb/db.example@REALM}
     * @param keytab the file that holds its key
     */
    static Kerberos of(String principal, String keytab) throws LoginException, SaslException {
        Map<String, String> options = Map.of("principal", principal, "useKeyTab", "true", "keyTab", keytab, "storeKey",
                "true", "isInitiator", "false", "doNotPrompt", "true", "refreshKrb5Config", "true");
        LoginContext login = new LoginContext("bowline-simulator", null, null, new Configuration() {
            @Override
            public AppConfigurationEntry[] getAppConfigurationEntry(String name) {
                return new AppConfigurationEntry[]{new AppConfigurationEntry(
                        "com.sun.security.auth.module.Krb5LoginModule", LoginModuleControlFlag.REQUIRED, options)};
            }
        });
        login.login();
        Subject service = login.getSubject();
        String[] parts = principal.split("[/@]");
        return new Kerberos(service, callAs(service, () -> {
            SaslServer sasl = Sasl.createSaslServer("GSSAPI", parts[0], parts[1], Map.of(Sasl.QOP, "auth"),
                    Kerberos::authorize);
            if (sasl == null) {
                throw new SaslException("This JVM has no SASL server for GSSAPI");
            }
            return sasl;
        }));
    }

    byte[] answer(byte[] payload) throws SaslException {
        byte[] answer = callAs(service, () -> sasl.evaluateResponse(payload));
        return answer == null ? new byte[0] : answer;
    }

    boolean isDone() {
        return sasl.isComplete();
    }

    String user() {
        return sasl.getAuthorizationID();
    }

    /** Everybody of the realm may come in, under no other name than their own. */
    private static void authorize(Callback[] callbacks) {
        for (Callback callback : callbacks) {
            if (callback instanceof AuthorizeCallback asked) {
                asked.setAuthorized(asked.getAuthenticationID().equals(asked.getAuthorizationID()));
            }
        }
    }

    /** What the JDK calls as the service. */
    @FunctionalInterface
    private interface Step<T> {
        T run() throws SaslException;
    }

    private static <T> T callAs(Subject subject, Step<T> step) throws SaslException {
        try {
            return Subject.callAs(subject, step::run);
        } catch (CompletionException e) {
            throw e.getCause() instanceof SaslException sasl ? sasl : new SaslException("Not expected", e);
        }
    }
}
