package dev.bowline.egress.connection;

import com.ongres.scram.common.ScramFunctions;
import com.ongres.scram.common.ScramMechanism;
import dev.bowline.egress.environment.StateLock;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The keys derived from one credential, so that only the first connection pays for thousands of hash rounds. It holds
 * one credential's keys because each connection factory, which has one credential, has one of these.
 */
final class ScramKeyCache {
    /** Members of a replica set share a user's salt; more entries than this only arise from changed passwords. */
    private static final int MAX_ENTRIES = 16;

    /** What the salted password is good for: proving knowledge of it, and checking that the server has it too. */
    static final class Keys {
        final byte[] clientKey;
        final byte[] serverKey;

        private Keys(byte[] clientKey, byte[] serverKey) {
            this.clientKey = clientKey;
            this.serverKey = serverKey;
        }
    }

    private static final class Source {
        final ScramMechanism mechanism;
        final byte[] salt;
        final int iterations;

        Source(ScramMechanism mechanism, byte[] salt, int iterations) {
            this.mechanism = mechanism;
            this.salt = salt;
            this.iterations = iterations;
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Source that && mechanism == that.mechanism && iterations == that.iterations
                    && Arrays.equals(salt, that.salt);
        }

        @Override
        public int hashCode() {
            return Objects.hash(mechanism.getName(), Arrays.hashCode(salt), iterations);
        }
    }

    /** Guards the map; keys are derived outside it. */
    private final StateLock lock = new StateLock();
    private final Map<Source, Keys> cache = new LinkedHashMap<>();

    /** @param saltedPassword the expensive part, asked for only if the keys are not known */
    Keys keys(ScramMechanism mechanism, byte[] salt, int iterations, Supplier<byte[]> saltedPassword) {
        Source source = new Source(mechanism, salt, iterations);
        Keys known = find(source);
        if (known != null) {
            return known;
        }
        byte[] salted = saltedPassword.get();
        Keys derived = new Keys(ScramFunctions.clientKey(mechanism, salted),
                ScramFunctions.serverKey(mechanism, salted));
        Arrays.fill(salted, (byte) 0);
        store(source, derived);
        return derived;
    }

    private @Nullable Keys find(Source source) {
        lock.lock();
        try {
            return cache.get(source);
        } finally {
            lock.unlock();
        }
    }

    private void store(Source source, Keys keys) {
        lock.lock();
        try {
            cache.put(source, keys);
            if (cache.size() > MAX_ENTRIES) {
                Iterator<Source> eldest = cache.keySet().iterator();
                eldest.next();
                eldest.remove();
            }
        } finally {
            lock.unlock();
        }
    }
}
