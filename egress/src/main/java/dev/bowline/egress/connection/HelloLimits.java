package dev.bowline.egress.connection;

import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.error.MongoProtocolException;
import org.bson.BsonDocument;
import org.bson.BsonType;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * The numbers of a hello reply that commands are cut by, each checked against what a server can mean. A number out of
 * its range is an error of that server and never replaced by a guess: a batch size of 0 would have a write send empty
 * commands forever, and a message size of 2 GB would have it fill the memory.
 *
 * @param maxBsonObjectSize the largest document
 * @param maxMessageSizeBytes the largest message
 * @param maxWriteBatchSize how many statements one write command may carry
 * @param logicalSessionTimeoutMinutes null where the server has no sessions
 */
public record HelloLimits(int minWireVersion, int maxWireVersion, int maxBsonObjectSize, int maxMessageSizeBytes,
        int maxWriteBatchSize, @Nullable Integer logicalSessionTimeoutMinutes) {
    /** What a command needs beside its documents; a server that takes less than this takes nothing. */
    static final int SMALLEST_SIZE = 1024;
    /** Five times what any server has ever announced. */
    static final int LARGEST_SIZE = 256 * 1024 * 1024;

    /**
     * Reads the limits of a reply; those that are absent have the values that the specifications give.
     *
     * @throws MongoProtocolException if one of them is not a whole number or out of its range
     */
    public static HelloLimits of(ServerAddress address, BsonDocument reply) {
        int minWireVersion = number(address, reply, "minWireVersion", 0, 0, Integer.MAX_VALUE);
        int maxWireVersion = number(address, reply, "maxWireVersion", 0, 0, Integer.MAX_VALUE);
        if (minWireVersion > maxWireVersion) {
            throw malformed(address, "minWireVersion",
                    "is " + minWireVersion + ", more than the maxWireVersion of " + maxWireVersion);
        }
        return new HelloLimits(minWireVersion, maxWireVersion,
                number(address, reply, "maxBsonObjectSize", ConnectionDescription.DEFAULT_MAX_BSON_OBJECT_SIZE,
                        SMALLEST_SIZE, LARGEST_SIZE),
                number(address, reply, "maxMessageSizeBytes", ConnectionDescription.DEFAULT_MAX_MESSAGE_SIZE_BYTES,
                        SMALLEST_SIZE, LARGEST_SIZE),
                number(address, reply, "maxWriteBatchSize", ConnectionDescription.DEFAULT_MAX_WRITE_BATCH_SIZE,
                        1, Integer.MAX_VALUE),
                isAbsent(reply, "logicalSessionTimeoutMinutes")
                        ? null
                        : number(address, reply, "logicalSessionTimeoutMinutes", 0, 1, Integer.MAX_VALUE));
    }

    private static int number(ServerAddress address, BsonDocument reply, String name, int otherwise, int min,
            int max) {
        BsonValue value = reply.get(name);
        if (value == null || isAbsent(reply, name)) {
            return otherwise;
        }
        if (!value.isNumber() || value.isDecimal128()) {
            throw malformed(address, name, "is of type " + value.getBsonType() + " where a number belongs");
        }
        double exact = value.asNumber().doubleValue();
        if (!(exact >= min && exact <= max) || exact != Math.rint(exact)) {
            throw malformed(address, name, "is " + (value.isDouble() ? exact : value.asNumber().longValue())
                    + ", not a whole number between " + min + " and " + max);
        }
        return (int) exact;
    }

    private static boolean isAbsent(BsonDocument reply, String name) {
        BsonValue value = reply.get(name);
        return value == null || value.getBsonType() == BsonType.NULL;
    }

    private static MongoProtocolException malformed(ServerAddress address, String name, String what) {
        return new MongoProtocolException("Field '" + name + "' of the hello reply of " + address + " " + what);
    }
}
