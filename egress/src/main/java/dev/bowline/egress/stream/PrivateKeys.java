package dev.bowline.egress.stream;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.security.AlgorithmParameters;
import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.KeySpec;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Arrays;
import java.util.List;
import javax.crypto.Cipher;
import javax.crypto.EncryptedPrivateKeyInfo;
import javax.crypto.SecretKey;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;
import org.jspecify.annotations.Nullable;

/** Private keys from their DER forms. No message here contains any byte of a key or password. */
final class PrivateKeys {
    private static final byte[] RSA_ALGORITHM = {0x30, 0x0d, 0x06, 0x09, 0x2a, (byte) 0x86, 0x48, (byte) 0x86,
            (byte) 0xf7, 0x0d, 1, 1, 1, 0x05, 0x00};
    private static final byte[] EC_PUBLIC_KEY_OID = {0x06, 0x07, 0x2a, (byte) 0x86, 0x48, (byte) 0xce, 0x3d, 2, 1};
    private static final byte[] VERSION_0 = {0x02, 0x01, 0x00};

    private static final int SEQUENCE = 0x30;
    private static final int OCTET_STRING = 0x04;
    private static final int CONTEXT_0 = 0xa0;

    private PrivateKeys() {}

    static PrivateKey fromPkcs8(byte[] der) throws GeneralSecurityException {
        return fromSpec(new PKCS8EncodedKeySpec(der));
    }

    static PrivateKey fromEncryptedPkcs8(byte[] der, char @Nullable [] password) throws GeneralSecurityException {
        if (password == null) {
            throw new InvalidKeyException("it is encrypted, and tlsCertificateKeyFilePassword is not set");
        }
        PBEKeySpec passwordSpec = new PBEKeySpec(password);
        KeySpec keySpec;
        try {
            EncryptedPrivateKeyInfo info = new EncryptedPrivateKeyInfo(der);
            AlgorithmParameters parameters = info.getAlgParameters();
            // For PBES2 only the parameters know the name under which the JDK has the cipher.
            String algorithm = parameters != null && parameters.toString() != null && isPbes2(info.getAlgName())
                    ? parameters.toString()
                    : info.getAlgName();
            SecretKey key = SecretKeyFactory.getInstance(algorithm).generateSecret(passwordSpec);
            Cipher cipher = Cipher.getInstance(algorithm);
            cipher.init(Cipher.DECRYPT_MODE, key, parameters);
            keySpec = info.getKeySpec(cipher);
        } catch (InvalidKeySpecException e) {
            throw new InvalidKeyException("it does not open with tlsCertificateKeyFilePassword");
        } catch (IOException e) {
            throw new InvalidKeyException("it is not well-formed");
        } finally {
            passwordSpec.clearPassword();
        }
        return fromSpec(keySpec);
    }

    /** A key in the form that {@code openssl genrsa} used to write: the inside of a PKCS #8 key. */
    static PrivateKey fromPkcs1(byte[] der) throws GeneralSecurityException {
        return fromPkcs8(tagged(SEQUENCE, joined(VERSION_0, RSA_ALGORITHM, tagged(OCTET_STRING, der))));
    }

    /** A key in the form of {@code openssl ecparam -genkey} (RFC 5915), which names its curve inside. */
    static PrivateKey fromSec1(byte[] der) throws GeneralSecurityException {
        byte[] algorithm = tagged(SEQUENCE, joined(EC_PUBLIC_KEY_OID, curveOf(der)));
        return fromPkcs8(tagged(SEQUENCE, joined(VERSION_0, algorithm, tagged(OCTET_STRING, der))));
    }

    private static boolean isPbes2(String name) {
        return name.equals("PBES2") || name.equals("1.2.840.113549.1.5.13");
    }

    private static PrivateKey fromSpec(KeySpec spec) throws GeneralSecurityException {
        for (String algorithm : List.of("RSA", "EC", "EdDSA", "RSASSA-PSS", "DSA")) {
            try {
                return KeyFactory.getInstance(algorithm).generatePrivate(spec);
            } catch (InvalidKeySpecException notThisKind) {
                // The kind is written inside the key; asking each factory is simpler than parsing it ourselves.
            }
        }
        throw new InvalidKeyException("its algorithm is unknown or it is not well-formed");
    }

    /** Walks {@code SEQUENCE { INTEGER, OCTET STRING, [0] curve, ... }} to the curve's identifier. */
    private static byte[] curveOf(byte[] der) throws InvalidKeyException {
        try {
            int position = contentStart(der, 0);
            while (position < der.length) {
                int start = contentStart(der, position);
                int end = start + contentLength(der, position);
                if ((der[position] & 0xff) == CONTEXT_0) {
                    return Arrays.copyOfRange(der, start, end);
                }
                position = end;
            }
        } catch (IndexOutOfBoundsException e) {
            throw new InvalidKeyException("it is not well-formed");
        }
        throw new InvalidKeyException("it does not name its curve");
    }

    private static int contentStart(byte[] der, int position) {
        int first = der[position + 1] & 0xff;
        return position + 2 + (first < 0x80 ? 0 : first - 0x80);
    }

    private static int contentLength(byte[] der, int position) {
        int first = der[position + 1] & 0xff;
        if (first < 0x80) {
            return first;
        }
        int length = 0;
        for (int i = 0; i < first - 0x80; i++) {
            length = (length << 8) | (der[position + 2 + i] & 0xff);
        }
        if (length < 0 || length > der.length) {
            throw new IndexOutOfBoundsException();
        }
        return length;
    }

    private static byte[] tagged(int tag, byte[] content) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(tag);
        if (content.length < 0x80) {
            out.write(content.length);
        } else if (content.length < 0x100) {
            out.write(0x81);
            out.write(content.length);
        } else {
            out.write(0x82);
            out.write(content.length >> 8);
            out.write(content.length);
        }
        out.writeBytes(content);
        return out.toByteArray();
    }

    private static byte[] joined(byte[]... parts) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            out.writeBytes(part);
        }
        return out.toByteArray();
    }
}
