package dev.bowline.driver.uri;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** The percent-encoding of RFC 3986, decoded strictly: a plus sign stays one, and a stray percent sign is an error. */
final class PercentEncoding {
    private PercentEncoding() {}

    /**
     * The decoded text, or null if a percent sign is not followed by two hexadecimal digits, or the bytes are not
     * UTF-8.
     */
    static @Nullable String decode(String text) {
        if (text.indexOf('%') < 0) {
            return text;
        }
        byte[] raw = text.getBytes(StandardCharsets.UTF_8);
        ByteArrayOutputStream decoded = new ByteArrayOutputStream(raw.length);
        for (int i = 0; i < raw.length; i++) {
            if (raw[i] != '%') {
                decoded.write(raw[i]);
                continue;
            }
            boolean complete = i + 2 < raw.length;
            int high = complete ? Character.digit(raw[i + 1], 16) : -1;
            int low = complete ? Character.digit(raw[i + 2], 16) : -1;
            if (high < 0 || low < 0) {
                return null;
            }
            decoded.write((high << 4) + low);
            i += 2;
        }
        try {
            return StandardCharsets.UTF_8.newDecoder()
                    .onMalformedInput(CodingErrorAction.REPORT)
                    .onUnmappableCharacter(CodingErrorAction.REPORT)
                    .decode(ByteBuffer.wrap(decoded.toByteArray()))
                    .toString();
        } catch (CharacterCodingException notUtf8) {
            return null;
        }
    }
}
