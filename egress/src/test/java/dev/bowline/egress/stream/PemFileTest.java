package dev.bowline.egress.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.interfaces.ECPrivateKey;
import java.util.Arrays;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PemFileTest {
    private static final char[] SECRET = "s3cret-pass".toCharArray();

    /** One key made for this test by openssl: plain, in the old form of EC keys, and encrypted in three ways. */
    private static final String PLAIN = "MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg+CYqOYzDHQM5LjbWS40BTqKTcYqry"
            + "zpSdXzjAhQtMtuhRANC"
            + "AASGwdF5Yfb2zwpANtWuYeP8p+MJKf8iUJ7H1mcZlt+NBcJuGNJ94oTW8mlUvwGYxFE2t/Uo+VoVOp7R2x9+ncjm";
    private static final String SEC1 = "MHcCAQEEIPgmKjmMwx0DOS421kuNAU6ik3GKq8s6UnV84wIULTLboAoGCCqGSM49AwEHoUQDQgAEhs"
            + "HReWH29s8KQDbVrmHj"
            + "/KfjCSn/IlCex9ZnGZbfjQXCbhjSfeKE1vJpVL8BmMRRNrf1KPlaFTqe0dsffp3I5g==";
    private static final String AES_256_SHA_256 = "MIHsMFcGCSqGSIb3DQEFDTBKMCkGCSqGSIb3DQEFDDAcBAinp7OBSBLEYwICCAAwDAY"
            + "IKoZIhvcNAgkFADAdBglghkgBZQME"
            + "ASoEEE+08GqYNH446LcZRyRwnbwEgZCJjsU8XgT2y+zQ/3O8A6wOXk7YjrN9tdXLOo2bNG0LiAY9nXv4xVwD10YUm5U/0YSA"
            + "1HsFOKQARfALypTxjuQJ0ABAq55E1NLz4zOktxSKdQ8SZs1u8qjCrgnLP1e8yhe5THL88vHCdufPnRvRcDqWRHAwnP8qMVqb"
            + "6D6XHG5/zuLgIEqSv/i7aKEp68ElyCw=";
    private static final String AES_128_SHA_512 = "MIHsMFcGCSqGSIb3DQEFDTBKMCkGCSqGSIb3DQEFDDAcBAgmdBBoaixmNAICCAAwDAY"
            + "IKoZIhvcNAgsFADAdBglghkgBZQME"
            + "AQIEELHfBra2bommVLYHwB8o+0IEgZB/+90WVVOEndl9iO9PGuR6rkUqq9PQTGrDnTdZD59pJNanwwYVREpMqv2pqDebJMP3"
            + "rtqdIYU6hZchUEqfqvW5Dm/0zxofy7L+W1/mr1OaEO5yXMfKa1g6OJAxEJBX29VChshwjdPG8Re97ji0fVtDN+xOAmwh+Y/3"
            + "jeRcbwLf9vQKcd4K8L2xGdc3HddZh2U=";
    private static final String TRIPLE_DES_SHA_1 = "MIGxMBwGCiqGSIb3DQEMAQMwDgQIOroVpQeZtcUCAggABIGQBTDsxWaOE8v7+0bNmb"
            + "jusUoH7kcxTi0ftAz8PJBboQ5DCYk+"
            + "nnq9qhAt2ZTbxEO2t/JXhO9C7W4OII1/2FVx4+6JushFlKQ+WAsW0B/soAPVlEv76PP211IJkL0Kd1cO/5czdV/5eGaEO1K0"
            + "h/SgPxRReULcnfxhODfTr5BJn5MbVQ9cXucWFihvOoZ73J/W";

    @TempDir
    Path directory;

    @Test
    void readsPlainKeysOfEachKind() throws Exception {
        PrivateKey rsa = rsa();
        assertThat(read(TestCertificates.pem("PRIVATE KEY", rsa.getEncoded())).privateKey(null)).isEqualTo(rsa);
        for (String algorithm : new String[]{"EC", "Ed25519"}) {
            PrivateKey key = KeyPairGenerator.getInstance(algorithm).generateKeyPair().getPrivate();
            assertThat(read(TestCertificates.pem("PRIVATE KEY", key.getEncoded())).privateKey(null)).isEqualTo(key);
        }
    }

    @Test
    void readsEncryptedKeysWithTheirPassword() throws Exception {
        PrivateKey key = read(section("PRIVATE KEY", PLAIN)).privateKey(null);
        for (String encrypted : new String[]{AES_256_SHA_256, AES_128_SHA_512, TRIPLE_DES_SHA_1}) {
            assertThat(read(section("ENCRYPTED PRIVATE KEY", encrypted)).privateKey(SECRET)).isEqualTo(key);
        }
    }

    @Test
    void aWrongPasswordDiffersFromAMissingOneAndNeitherIsPrinted() throws Exception {
        PemFile file = read(section("ENCRYPTED PRIVATE KEY", AES_256_SHA_256));
        assertThatThrownBy(() -> file.privateKey(null)).isInstanceOf(GeneralSecurityException.class)
                .hasMessageContaining("tlsCertificateKeyFilePassword is not set");
        assertThatThrownBy(() -> file.privateKey("wrong-pass".toCharArray()))
                .isInstanceOf(GeneralSecurityException.class).hasMessageNotContaining("wrong-pass");
    }

    @Test
    void readsTheOldFormsOfRsaAndEcKeys() throws Exception {
        PrivateKey rsa = rsa();
        byte[] pkcs8 = rsa.getEncoded();
        // version and algorithm take 3 and 15 bytes after the sequence's header of 4, then comes the octet string's.
        byte[] pkcs1 = Arrays.copyOfRange(pkcs8, 4 + 3 + 15 + 4, pkcs8.length);
        assertThat(read(TestCertificates.pem("RSA PRIVATE KEY", pkcs1)).privateKey(null)).isEqualTo(rsa);

        ECPrivateKey modern = (ECPrivateKey) read(section("PRIVATE KEY", PLAIN)).privateKey(null);
        ECPrivateKey old = (ECPrivateKey) read(section("EC PRIVATE KEY", SEC1)).privateKey(null);
        assertThat(old.getS()).isEqualTo(modern.getS());
        assertThat(old.getParams().getOrder()).isEqualTo(modern.getParams().getOrder());
    }

    @Test
    void explainsTheOldEncryptedFormat() throws Exception {
        PemFile file = read("-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-256-CBC,00\n\n"
                + "AAAA\n-----END RSA PRIVATE KEY-----\n");
        assertThatThrownBy(() -> file.privateKey(SECRET)).hasMessageContaining("openssl pkcs8 -topk8");
    }

    @Test
    void readsEveryCertificateAndSkipsWhatSurroundsThem() throws Exception {
        TestCertificates first = TestCertificates.make(directory, "first", "EC", "dns:a");
        PemFile file = read("subject=/CN=first\n" + first.certificatePem() + "\nsome text\r\n"
                + first.certificatePem().replace("\n", "\r\n"));
        assertThat(file.certificates()).containsExactly(first.certificate(), first.certificate());
        assertThatThrownBy(() -> file.privateKey(null)).hasMessageContaining("holds no private key");
    }

    @Test
    void saysWhatIsWrongWithAFileAndNeverWhatIsInIt() throws Exception {
        assertThatThrownBy(() -> PemFile.read(directory.resolve("absent.pem"))).isInstanceOf(IOException.class)
                .hasMessageContaining("absent.pem");
        assertThatThrownBy(() -> read("no pem here")).hasMessageContaining("no PEM section");
        assertThatThrownBy(() -> read(TestCertificates.pem("PRIVATE KEY", new byte[]{1, 2, 3})).privateKey(null))
                .hasMessageContaining("not well-formed");
        assertThatThrownBy(() -> read(TestCertificates.pem("EC PRIVATE KEY", new byte[]{0x30, 0x7f, 1}))
                .privateKey(null)).isInstanceOf(GeneralSecurityException.class);
        assertThatThrownBy(() -> read(TestCertificates.pem("CERTIFICATE", new byte[]{1})).certificates())
                .hasMessageContaining("malformed");
    }

    private PemFile read(String text) throws IOException {
        return PemFile.read(Files.writeString(Files.createTempFile(directory, "x", ".pem"), text));
    }

    private static PrivateKey rsa() throws GeneralSecurityException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
        generator.initialize(2048);
        return generator.generateKeyPair().getPrivate();
    }

    private static String section(String label, String base64) {
        return TestCertificates.pem(label, Base64.getDecoder().decode(base64));
    }
}
