package dev.bowline.egress.stream;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.security.PrivateKey;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A file of PEM sections (RFC 7468): certificates, and at most one private key that is used. */
final class PemFile {
    /** One section: what it says it is, the header lines of the old encrypted format, and the decoded content. */
    private static final class Section {
        final String label;
        final String headers;
        final byte[] content;

        Section(String label, String headers, byte[] content) {
            this.label = label;
            this.headers = headers;
            this.content = content;
        }
    }

    private static final Pattern SECTION = Pattern.compile("-----BEGIN ([A-Z0-9 ]+)-----\\s*?\\n(.*?)-----END \\1-----",
            Pattern.DOTALL);
    /** Bundles of certificates have some hundred kilobytes. */
    private static final int MAX_FILE_BYTES = 16 * 1024 * 1024;

    private final Path path;
    private final List<Section> sections;

    private PemFile(Path path, List<Section> sections) {
        this.path = path;
        this.sections = sections;
    }

    static PemFile read(Path path) throws IOException {
        byte[] bytes;
        try (InputStream in = Files.newInputStream(path)) {
            bytes = in.readNBytes(MAX_FILE_BYTES + 1);
        } catch (NoSuchFileException e) {
            throw new IOException("the file " + path + " does not exist", e);
        } catch (AccessDeniedException e) {
            throw new IOException("the file " + path + " cannot be read: access is denied", e);
        } catch (IOException e) {
            throw new IOException("the file " + path + " cannot be read: " + e.getMessage(), e);
        }
        if (bytes.length > MAX_FILE_BYTES) {
            throw new IOException("the file " + path + " has more than " + MAX_FILE_BYTES + " bytes");
        }
        return parse(path, new String(bytes, StandardCharsets.ISO_8859_1));
    }

    static PemFile parse(Path path, String text) throws IOException {
        List<Section> sections = new ArrayList<>();
        Matcher matcher = SECTION.matcher(text);
        while (matcher.find()) {
            String body = matcher.group(2);
            int content = endOfHeaders(body);
            try {
                sections.add(new Section(matcher.group(1), body.substring(0, content),
                        Base64.getMimeDecoder().decode(body.substring(content))));
            } catch (IllegalArgumentException e) {
                // The decoder's message may quote what it read, which may be a key.
                throw new IOException("the section " + matcher.group(1) + " of " + path + " is not Base64");
            }
        }
        if (sections.isEmpty()) {
            throw new IOException("the file " + path + " holds no PEM section");
        }
        return new PemFile(path, sections);
    }

    /** Where the lines with a colon end, which the old encrypted format puts before the content. */
    private static int endOfHeaders(String body) {
        int start = 0;
        while (true) {
            int end = body.indexOf('\n', start);
            int colon = body.indexOf(':', start);
            if (end < 0 || colon < 0 || colon > end) {
                return start;
            }
            start = end + 1;
        }
    }

    /** The certificates in the order of the file; at least one. */
    List<X509Certificate> certificates() throws GeneralSecurityException {
        CertificateFactory factory = CertificateFactory.getInstance("X.509");
        List<X509Certificate> certificates = new ArrayList<>();
        for (Section section : sections) {
            if (section.label.equals("CERTIFICATE") || section.label.equals("X509 CERTIFICATE")) {
                try {
                    certificates.add(
                            (X509Certificate) factory.generateCertificate(new ByteArrayInputStream(section.content)));
                } catch (CertificateException e) {
                    throw new CertificateException("the file " + path + " holds a certificate that is malformed", e);
                }
            }
        }
        if (certificates.isEmpty()) {
            throw new CertificateException("the file " + path + " holds no certificate");
        }
        return certificates;
    }

    PrivateKey privateKey(char @Nullable [] password) throws GeneralSecurityException {
        for (Section section : sections) {
            if (!section.label.endsWith("PRIVATE KEY")) {
                continue;
            }
            try {
                if (section.headers.contains("ENCRYPTED")) {
                    throw new InvalidKeyException("it is encrypted in the old OpenSSL format; convert it with "
                            + "'openssl pkcs8 -topk8'");
                }
                return switch (section.label) {
                    case "PRIVATE KEY" -> PrivateKeys.fromPkcs8(section.content);
                    case "ENCRYPTED PRIVATE KEY" -> PrivateKeys.fromEncryptedPkcs8(section.content, password);
                    case "RSA PRIVATE KEY" -> PrivateKeys.fromPkcs1(section.content);
                    case "EC PRIVATE KEY" -> PrivateKeys.fromSec1(section.content);
                    default -> throw new InvalidKeyException("its kind, " + section.label + ", is unknown");
                };
            } catch (GeneralSecurityException e) {
                throw new InvalidKeyException("the private key in " + path + " cannot be used: " + e.getMessage(), e);
            }
        }
        throw new InvalidKeyException("the file " + path + " holds no private key");
    }
}
