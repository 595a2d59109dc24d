package dev.bowline.driver.uri;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.bowline.doubles.Fuzz;
import dev.bowline.egress.environment.DnsResolver;
import dev.bowline.error.MongoConfigurationException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Any text is a connection string, SRV records or a TXT record, or refused by our exception, which shows no password.
 */
class UriFuzzTest {
    private static final long SOAK = Long.getLong("bowline.fuzz.inputs", 10_000_000);
    private static final String SECRET = "S3cretPw";

    @Test
    void aFewThousandConnectionStrings() {
        strings().run(20_000);
    }

    @Test
    @Tag("soak")
    void tenMillionConnectionStrings() {
        strings().run(SOAK);
    }

    @Test
    void aFewThousandRecords() {
        records().run(20_000);
    }

    @Test
    @Tag("soak")
    void tenMillionRecords() {
        records().run(SOAK);
    }

    private static Fuzz strings() {
        Fuzz fuzz = new Fuzz("connection strings", UriFuzzTest::parses)
                .example("mongodb://localhost").example("mongodb://user:S3cretPw@a:1,b:2/db?replicaSet=rs&tls=true")
                .example("mongodb+srv://user:S3cretPw@cluster.example.com/?authSource=admin")
                .example("mongodb://[::1]:27017,%2Ftmp%2Fm.sock/?readPreference=nearest&readPreferenceTags=dc:a,r:1")
                .example(
                        "mongodb://u:S3cretPw@h/?authMechanism=GSSAPI&authMechanismProperties=SERVICE_NAME:x,"
                                + "CANONICALIZE_HOST_NAME:true")
                .example("mongodb://h/?proxyHost=p&proxyPort=1&proxyUsername=u&proxyPassword=S3cretPw")
                .example(
                        "mongodb://h/?tlsCAFile=ca.pem&tlsCertificateKeyFile=k.pem&"
                                + "tlsCertificateKeyFilePassword=S3cretPw&tls=true")
                .words("mongodb://", "mongodb+srv://", "@", ":", "/", "?", "&", "=", ",", "%", "%2F", "%00", "[", "]",
                        "::1", ".sock", "true", "false", "-1", "99999999999", "authMechanism=", "PLAIN", "MONGODB-X509",
                        "w=0", "journal=true", "tls=", "ssl=", "tlsInsecure=true", "directConnection=true",
                        "loadBalanced=true", "srvMaxHosts=1", "compressors=zlib,snappy", "timeoutMS=1", " ", "\n",
                        "\u202e");
        UriOption.all().forEach(option -> fuzz.words(option.name() + "="));
        return fuzz;
    }

    private static boolean parses(byte[] input) {
        String text = new String(input, UTF_8);
        try {
            ConnectionString parsed = ConnectionString.read(text);
            parsed.readPreference();
            parsed.readConcern();
            requireSilence(text, parsed.toString());
            parsed.warnings().forEach(warning -> requireSilence(text, warning));
            return true;
        } catch (MongoConfigurationException | IllegalArgumentException refused) {
            if (!(refused instanceof MongoConfigurationException)) {
                throw new AssertionError("Refused by an exception that is not ours", refused);
            }
            requireSilence(text, String.valueOf(refused.getMessage()));
            return false;
        }
    }

    /**
     * Wherever the password stands, unless a change has put it where hosts, databases and harmless values stand too.
     */
    private static void requireSilence(String text, String shown) {
        if (shown.contains(SECRET) && onlyAsPassword(text)) {
            throw new AssertionError("Shows what may be a password: " + shown);
        }
        for (int i = 0; i < shown.length(); i++) {
            if (Character.isISOControl(shown.charAt(i))) {
                throw new AssertionError("Shows a control character as it is: " + shown);
            }
        }
    }

    private static boolean onlyAsPassword(String text) {
        int options = text.indexOf('?');
        for (int at = text.indexOf(SECRET); at >= 0; at = text.indexOf(SECRET, at + 1)) {
            boolean inUserInfo = at > 0 && text.charAt(at - 1) == ':' && (options < 0 || at < options)
                    && text.lastIndexOf('/', at) <= text.indexOf("://") + 2
                    && !text.startsWith("%", at + SECRET.length());
            boolean inOption = text.substring(0, at).endsWith("proxyPassword=")
                    || text.substring(0, at).endsWith("tlsCertificateKeyFilePassword=");
            if (!inUserInfo && !(inOption && options >= 0 && options < at)) {
                return false;
            }
        }
        return true;
    }

    private static Fuzz records() {
        return new Fuzz("SRV and TXT records", UriFuzzTest::readsRecords)
                .example("a.example.com 27017 60\nb.example.com 27018 60\n=authSource=admin&replicaSet=rs")
                .example("a.example.com. 1 0\n=loadBalanced=true").example("evil.com 27017 60")
                .words(".example.com", "example.com", " 27017 ", " 0 ", " 65536 ", "\n", "\n=", "authSource=",
                        "replicaSet=",
                        "loadBalanced=", "&", "%", "%00", ".sock", "/", "\u202e", "..");
    }

    /** Lines of host, port and time to live; those that begin with an equals sign are TXT records. */
    private static boolean readsRecords(byte[] input) {
        List<DnsResolver.SrvRecord> srv = new ArrayList<>();
        List<String> txt = new ArrayList<>();
        for (String line : new String(input, UTF_8).split("\n", -1)) {
            if (line.startsWith("=")) {
                txt.add(line.substring(1));
            } else {
                String[] parts = line.split(" ", -1);
                srv.add(new DnsResolver.SrvRecord(parts[0], number(parts, 1), number(parts, 2)));
            }
        }
        DnsResolver dns = new DnsResolver() {
            @Override
            public List<SrvRecord> srv(String name) {
                return srv;
            }

            @Override
            public List<String> txt(String name) {
                return txt;
            }
        };
        boolean accepted = false;
        try {
            SeedList.lookUp(dns, "cluster.example.com", "mongodb").hosts().forEach(host -> {
                if (!host.host().endsWith(".example.com")) {
                    throw new AssertionError("Leads astray: " + host);
                }
            });
            accepted = true;
        } catch (MongoConfigurationException refused) {
            requireSilence("", String.valueOf(refused.getMessage()));
        }
        try {
            SeedList.lookUpOptions(dns, "cluster.example.com");
            accepted = true;
        } catch (MongoConfigurationException refused) {
            requireSilence("", String.valueOf(refused.getMessage()));
        }
        return accepted;
    }

    private static int number(String[] parts, int index) {
        try {
            return index < parts.length ? Integer.parseInt(parts[index]) : 27017;
        } catch (NumberFormatException e) {
            return 27017;
        }
    }
}
