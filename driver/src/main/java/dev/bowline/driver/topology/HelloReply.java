package dev.bowline.driver.topology;

import dev.bowline.driver.description.ServerDescription;
import dev.bowline.driver.description.ServerType;
import dev.bowline.driver.description.TopologyVersion;
import dev.bowline.egress.connection.HelloLimits;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.error.MongoCommandException;
import dev.bowline.error.MongoProtocolException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.bson.BsonDocument;
import org.bson.BsonType;
import org.bson.BsonValue;
import org.bson.types.ObjectId;
import org.jspecify.annotations.Nullable;

/**
 * Turns the reply to a hello or legacy hello into a description ("Parsing a hello or legacy hello response"). A reply
 * that is not what the specification says is an error, like any other failed check: a server that talks nonsense about
 * one field cannot be trusted with the others.
 */
public final class HelloReply {
    /** Replica sets have at most 50 members; a list beyond this is a mistake or an attack. */
    static final int MAX_ADDRESSES = 1_000;
    static final int MAX_TAGS = 1_000;
    private static final int MAX_ADDRESS_CHARS = 512;

    private final ServerAddress address;
    private final BsonDocument reply;

    private HelloReply(ServerAddress address, BsonDocument reply) {
        this.address = address;
        this.reply = reply;
    }

    /**
     * The description of the server at this address by its own reply, without round trip times.
     *
     * @throws MongoCommandException if the reply does not say {@code ok: 1}
     * @throws MongoProtocolException if a field is not of its type or a list is absurdly long
     */
    public static ServerDescription describe(ServerAddress address, BsonDocument reply, @Nullable Long nowNanos) {
        return new HelloReply(address, reply).describe(nowNanos);
    }

    /** Whether a reply understood as a whole says that the server knows the hello command by its new name. */
    static boolean helloOk(BsonDocument reply) {
        BsonValue value = reply.get("helloOk");
        return value != null && value.isBoolean() && value.asBoolean().getValue();
    }

    private ServerDescription describe(@Nullable Long nowNanos) {
        BsonValue ok = reply.get("ok");
        if (ok == null) {
            throw new MongoProtocolException("The hello reply of " + address + " has no field 'ok'");
        }
        if (!flag("ok")) {
            throw new MongoCommandException(reply, address);
        }
        HelloLimits limits = HelloLimits.of(address, reply);
        BsonDocument lastWrite = document("lastWrite");
        List<ServerAddress> hosts = addresses("hosts");
        List<ServerAddress> passives = addresses("passives");
        List<ServerAddress> arbiters = addresses("arbiters");
        if (hosts.size() + passives.size() + arbiters.size() > MAX_ADDRESSES) {
            throw malformed("hosts", "lists more than " + MAX_ADDRESSES + " addresses with passives and arbiters");
        }
        return ServerDescription.builder(address).type(type()).lastUpdateNanos(nowNanos)
                .lastWriteMillis(lastWrite == null ? null : dateMillis(lastWrite))
                .opTime(lastWrite == null ? null : present(lastWrite, "opTime"))
                .wireVersions(limits.minWireVersion(), limits.maxWireVersion())
                .me(address("me")).hosts(hosts).passives(passives).arbiters(arbiters).tags(tags())
                .setName(string("setName")).electionId(objectId("electionId")).setVersion(integer("setVersion"))
                .primary(address("primary"))
                .logicalSessionTimeoutMinutes(limits.logicalSessionTimeoutMinutes())
                .topologyVersion(topologyVersion())
                .isCryptd(present(reply, "iscryptd") == null ? null : flag("iscryptd"))
                .build();
    }

    private ServerType type() {
        if (flag("isreplicaset")) {
            return ServerType.RS_GHOST;
        }
        BsonValue msg = reply.get("msg");
        if (msg != null && msg.isString() && msg.asString().getValue().equals("isdbgrid")) {
            return ServerType.MONGOS;
        }
        if (string("setName") == null) {
            return ServerType.STANDALONE;
        }
        boolean writable = present(reply, "isWritablePrimary") != null ? flag("isWritablePrimary") : flag("ismaster");
        if (writable) {
            return ServerType.RS_PRIMARY;
        } else if (flag("hidden")) {
            return ServerType.RS_OTHER;
        } else if (flag("secondary")) {
            return ServerType.RS_SECONDARY;
        } else if (flag("arbiterOnly")) {
            return ServerType.RS_ARBITER;
        }
        return ServerType.RS_OTHER;
    }

    private boolean flag(String name) {
        BsonValue value = present(reply, name);
        if (value == null) {
            return false;
        }
        if (value.isBoolean()) {
            return value.asBoolean().getValue();
        }
        // A decimal of many digits would take megabytes to compare, and no server writes one.
        if (value.isNumber() && !value.isDecimal128()) {
            return value.asNumber().doubleValue() != 0;
        }
        throw malformed(name, "is of type " + value.getBsonType() + " where a boolean belongs");
    }

    private @Nullable Long integer(String name) {
        BsonValue value = present(reply, name);
        if (value == null) {
            return null;
        }
        if (!value.isNumber() || value.isDecimal128()) {
            throw malformed(name, "is of type " + value.getBsonType() + " where a number belongs");
        }
        return value.asNumber().longValue();
    }

    private @Nullable String string(String name) {
        BsonValue value = present(reply, name);
        if (value == null) {
            return null;
        }
        if (!value.isString()) {
            throw malformed(name, "is of type " + value.getBsonType() + " where a string belongs");
        }
        return value.asString().getValue();
    }

    private @Nullable ObjectId objectId(String name) {
        BsonValue value = present(reply, name);
        if (value == null) {
            return null;
        }
        if (!value.isObjectId()) {
            throw malformed(name, "is of type " + value.getBsonType() + " where an ObjectId belongs");
        }
        return value.asObjectId().getValue();
    }

    private @Nullable BsonDocument document(String name) {
        BsonValue value = present(reply, name);
        if (value == null) {
            return null;
        }
        if (!value.isDocument()) {
            throw malformed(name, "is of type " + value.getBsonType() + " where a document belongs");
        }
        return value.asDocument();
    }

    private @Nullable TopologyVersion topologyVersion() {
        BsonDocument document = document("topologyVersion");
        if (document == null) {
            return null;
        }
        TopologyVersion version = TopologyVersion.fromValue(document);
        if (version == null) {
            throw malformed("topologyVersion", "has no ObjectId 'processId' or no 'counter' of 0 or more");
        }
        return version;
    }

    private @Nullable Long dateMillis(BsonDocument lastWrite) {
        BsonValue date = present(lastWrite, "lastWriteDate");
        if (date == null) {
            return null;
        }
        if (!date.isDateTime()) {
            throw malformed("lastWrite.lastWriteDate", "is of type " + date.getBsonType() + " where a date belongs");
        }
        return date.asDateTime().getValue();
    }

    private @Nullable ServerAddress address(String name) {
        String text = string(name);
        // Some members report an empty primary while there is none.
        return text == null || text.isEmpty() ? null : parse(name, text);
    }

    private List<ServerAddress> addresses(String name) {
        BsonValue value = present(reply, name);
        if (value == null) {
            return List.of();
        }
        if (!value.isArray()) {
            throw malformed(name, "is of type " + value.getBsonType() + " where an array belongs");
        }
        if (value.asArray().size() > MAX_ADDRESSES) {
            throw malformed(name, "lists " + value.asArray().size() + " addresses; at most " + MAX_ADDRESSES
                    + " are believable");
        }
        List<ServerAddress> addresses = new ArrayList<>(value.asArray().size());
        for (BsonValue element : value.asArray()) {
            if (!element.isString()) {
                throw malformed(name, "contains a value of type " + element.getBsonType()
                        + " where only strings belong");
            }
            addresses.add(parse(name, element.asString().getValue()));
        }
        return addresses;
    }

    private ServerAddress parse(String name, String text) {
        if (text.length() > MAX_ADDRESS_CHARS) {
            throw malformed(name, "contains an address of " + text.length() + " characters");
        }
        try {
            return ServerAddress.parse(text);
        } catch (IllegalArgumentException e) {
            throw new MongoProtocolException(
                    "Field '" + name + "' of the hello reply of " + address + " contains no address: "
                            + e.getMessage(),
                    e);
        }
    }

    private Map<String, String> tags() {
        BsonDocument document = document("tags");
        if (document == null) {
            return Map.of();
        }
        if (document.size() > MAX_TAGS) {
            throw malformed("tags", "has " + document.size() + " entries; at most " + MAX_TAGS + " are believable");
        }
        Map<String, String> tags = new LinkedHashMap<>();
        document.forEach((key, value) -> {
            if (!value.isString()) {
                throw malformed("tags." + key, "is of type " + value.getBsonType() + " where a string belongs");
            }
            tags.put(key, value.asString().getValue());
        });
        return tags;
    }

    private MongoProtocolException malformed(String name, String what) {
        return new MongoProtocolException("Field '" + name + "' of the hello reply of " + address + " " + what);
    }

    private static @Nullable BsonValue present(BsonDocument document, String name) {
        BsonValue value = document.get(name);
        return value == null || value.getBsonType() == BsonType.NULL ? null : value;
    }
}
