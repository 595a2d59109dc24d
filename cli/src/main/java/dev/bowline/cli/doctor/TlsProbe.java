package dev.bowline.cli.doctor;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;

/** Negotiates TLS without believing anything, to see what a server shows. Sends no secret. */
final class TlsProbe {
    /**
     * What a server showed.
     *
     * @param chain from the server's own certificate upwards
     */
    record Shown(String protocol, String cipher, List<X509Certificate> chain) {
        X509Certificate own() {
            return chain.get(0);
        }

        /** The names for which the certificate holds. */
        List<String> names() throws GeneralSecurityException {
            List<String> names = new ArrayList<>();
            if (own().getSubjectAlternativeNames() != null) {
                for (List<?> name : own().getSubjectAlternativeNames()) {
                    names.add(String.valueOf(name.get(1)));
                }
            }
            return names;
        }

        /** Whether one of the names is this host's, a wildcard for its first label included. */
        boolean holdsFor(String host) throws GeneralSecurityException {
            int dot = host.indexOf('.');
            return names().stream().anyMatch(name -> name.equalsIgnoreCase(host)
                    || (dot > 0 && name.startsWith("*.") && name.substring(1).equalsIgnoreCase(host.substring(dot))));
        }

        /** The time until the first certificate of the chain expires; negative if one has. */
        Duration validFor(Instant now) {
            return chain.stream().map(one -> Duration.between(now, one.getNotAfter().toInstant()))
                    .min(Duration::compareTo).orElse(Duration.ZERO);
        }
    }

    private TlsProbe() {}

    static Shown look(InetSocketAddress address, String host, int timeoutMillis)
            throws IOException, GeneralSecurityException {
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, new TrustManager[]{new Credulous()}, null);
        try (Socket plain = new Socket()) {
            plain.connect(address, timeoutMillis);
            plain.setSoTimeout(timeoutMillis);
            try (SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket(plain, host, address.getPort(),
                    true)) {
                socket.startHandshake();
                List<X509Certificate> chain = new ArrayList<>();
                for (Certificate certificate : socket.getSession().getPeerCertificates()) {
                    chain.add((X509Certificate) certificate);
                }
                return new Shown(socket.getSession().getProtocol(), socket.getSession().getCipherSuite(), chain);
            }
        }
    }

    /** Accepts every certificate: the doctor judges them itself. */
    private static final class Credulous implements X509TrustManager {
        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) {}

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}
