package dev.bowline.egress.wire;

import java.util.Set;

/** Which commands may be compressed: all but those that come before the compressor is agreed on, or carry secrets. */
public final class CompressibleCommands {
    private static final Set<String> NEVER = Set.of("hello", "isMaster", "ismaster", "saslStart", "saslContinue",
            "getnonce", "authenticate", "createUser", "updateUser", "copydbSaslStart", "copydbgetnonce", "copydb");

    private CompressibleCommands() {}

    /** Whether a message with this command may be compressed. */
    public static boolean allows(String command) {
        return !NEVER.contains(command) && !command.startsWith("sasl") && !command.startsWith("copydb");
    }

    /** Whether the command that is the first key of this document may be compressed. */
    static boolean allows(byte[] bytes, int document, int limit) {
        int name = document + 5;
        if (name >= limit) {
            return true;
        }
        int size = BsonSize.ofCString(bytes, "command name", name, limit, document);
        return allows(Utf8.get(bytes, name, size - 1, document));
    }
}
