package dev.bowline.egress.stream;

import java.nio.file.Path;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * How streams are encrypted. Certificates and host names are verified unless these settings say otherwise.
 *
 * @param enabled {@code tls}
 * @param allowInvalidHostnames the option tlsAllowInvalidHostnames: accept a certificate for another host
 * @param allowInvalidCertificates the option tlsAllowInvalidCertificates: accept any certificate whatever
 * @param context the user's own context, which then decides about trust and keys instead of the three files' settings
 * @param caFile the option tlsCAFile: PEM certificates to trust instead of the JVM's
 * @param certificateKeyFile the option tlsCertificateKeyFile: PEM certificate chain and private key to present
 * @param certificateKeyFilePassword the option tlsCertificateKeyFilePassword: opens an encrypted key; never printed
 */
public record TlsSettings(boolean enabled, boolean allowInvalidHostnames, boolean allowInvalidCertificates,
        @Nullable SSLContext context, @Nullable Path caFile, @Nullable Path certificateKeyFile,
        @Nullable String certificateKeyFilePassword) {
    /** Streams are not encrypted. */
    public static final TlsSettings DISABLED = new TlsSettings(false, false, false, null, null, null, null);
    /**
     * Streams are encrypted; certificates are verified with the trust store of the JVM, and host names are verified
     * too.
     */
    public static final TlsSettings ENABLED = new TlsSettings(true, false, false, null, null, null, null);

    /** the option tlsInsecure: relaxes all that can be relaxed. */
    public TlsSettings insecure() {
        return new TlsSettings(enabled, true, true, context, caFile, certificateKeyFile, certificateKeyFilePassword);
    }

    /** A copy of these settings with another value of {@code tlsAllowInvalidHostnames}. */
    public TlsSettings withAllowInvalidHostnames(boolean allow) {
        return new TlsSettings(enabled, allow, allowInvalidCertificates, context, caFile, certificateKeyFile,
                certificateKeyFilePassword);
    }

    /** A copy of these settings with another value of {@code tlsAllowInvalidCertificates}. */
    public TlsSettings withAllowInvalidCertificates(boolean allow) {
        return new TlsSettings(enabled, allowInvalidHostnames, allow, context, caFile, certificateKeyFile,
                certificateKeyFilePassword);
    }

    /**
     * A copy of these settings with another context. It decides about trust and keys in place of the files; null to use
     * the files.
     */
    public TlsSettings withContext(@Nullable SSLContext newContext) {
        return new TlsSettings(enabled, allowInvalidHostnames, allowInvalidCertificates, newContext, caFile,
                certificateKeyFile, certificateKeyFilePassword);
    }

    /**
     * A copy of these settings with another {@code tlsCAFile}; null to trust the certificates that the JVM trusts. The
     * file is not read here.
     */
    public TlsSettings withCaFile(@Nullable Path file) {
        return new TlsSettings(enabled, allowInvalidHostnames, allowInvalidCertificates, context, file,
                certificateKeyFile, certificateKeyFilePassword);
    }

    /**
     * A copy of these settings with another {@code tlsCertificateKeyFile}. The file is not read here.
     *
     * @param file the PEM file with the certificate chain and private key of the client; null to present none
     * @param password opens an encrypted key; null if the key is not encrypted
     * @return the copy
     */
    public TlsSettings withCertificateKeyFile(@Nullable Path file, @Nullable String password) {
        return new TlsSettings(enabled, allowInvalidHostnames, allowInvalidCertificates, context, caFile, file,
                password);
    }

    @Override
    public String toString() {
        return "TlsSettings[enabled=" + enabled + ", allowInvalidHostnames=" + allowInvalidHostnames
                + ", allowInvalidCertificates=" + allowInvalidCertificates + ", context="
                + (context == null ? "default" : "given") + ", caFile=" + caFile + ", certificateKeyFile="
                + certificateKeyFile + (certificateKeyFilePassword == null ? "]" : ", with a password]");
    }
}
