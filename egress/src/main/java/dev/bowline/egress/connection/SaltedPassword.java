package dev.bowline.egress.connection;

import com.ongres.scram.common.ScramMechanism;
import dev.bowline.error.MongoConfigurationException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The salted password of SCRAM: the function Hi of RFC 5802, which is PBKDF2 with one block. Computed here and not by
 * the JDK's key factory because a server chooses how long it takes: every so often it looks whether it is still wanted.
 */
final class SaltedPassword {
    /** About a millisecond of work. */
    private static final int ROUNDS_BETWEEN_CHECKS = 1000;

    private SaltedPassword() {}

    /**
     * @param password as the mechanism prepares it
     * @param checkpoint throws if the time is up or the connection is gone
     */
    static byte[] derive(ScramMechanism mechanism, char[] password, byte[] salt, int iterations,
            Runnable checkpoint) {
        byte[] key = utf8(password);
        try {
            String algorithm = mechanism == ScramMechanism.SCRAM_SHA_1 ? "HmacSHA1" : "HmacSHA256";
            Mac mac = Mac.getInstance(algorithm);
            mac.init(new SecretKeySpec(key, algorithm));
            mac.update(salt);
            byte[] block = mac.doFinal(new byte[]{0, 0, 0, 1});
            byte[] result = block.clone();
            for (int round = 1; round < iterations; round++) {
                mac.update(block);
                mac.doFinal(block, 0);
                for (int i = 0; i < result.length; i++) {
                    result[i] ^= block[i];
                }
                if (round % ROUNDS_BETWEEN_CHECKS == 0) {
                    checkpoint.run();
                }
            }
            return result;
        } catch (GeneralSecurityException e) {
            throw new MongoConfigurationException(mechanism.getName() + " needs a hash function that this JVM lacks",
                    e);
        } finally {
            Arrays.fill(key, (byte) 0);
        }
    }

    /**
     * Without a string in between, which could not be wiped. A key is padded with zeros, so that an empty one is a
     * zero.
     */
    private static byte[] utf8(char[] password) {
        ByteBuffer encoded = ByteBuffer.allocate(3 * password.length);
        StandardCharsets.UTF_8.newEncoder().onMalformedInput(CodingErrorAction.REPLACE)
                .encode(CharBuffer.wrap(password), encoded, true);
        byte[] key = Arrays.copyOf(encoded.array(), Math.max(1, encoded.position()));
        Arrays.fill(encoded.array(), (byte) 0);
        return key;
    }
}
