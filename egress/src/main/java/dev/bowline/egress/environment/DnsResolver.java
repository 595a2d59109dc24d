package dev.bowline.egress.environment;

import java.util.List;

/**
 * Looks up the records that a {@code mongodb+srv} connection string refers to. A failed look-up throws a
 * {@link DnsException}.
 */
public interface DnsResolver {
    /** One SRV record: the target without a trailing dot, and how long it may be kept. */
    record SrvRecord(String host, int port, long ttlSeconds) {}

    /** Raised when a look-up fails. Its message, which may quote a name service, is on one line. */
    final class DnsException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        /**
         * Creates the exception.
         *
         * @param message which look-up failed, and why
         * @param cause the failure behind it
         */
        public DnsException(String message, Throwable cause) {
            super(ForeignText.shown(message), cause);
        }

        /**
         * Creates the exception without a cause.
         *
         * @param message which look-up failed, and why
         */
        public DnsException(String message) {
            super(ForeignText.shown(message));
        }
    }

    /** The SRV records of this name. Throws if there are none. */
    List<SrvRecord> srv(String name);

    /** The TXT records of this name, each with its strings joined; empty if there are none. */
    List<String> txt(String name);
}
