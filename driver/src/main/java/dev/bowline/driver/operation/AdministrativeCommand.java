package dev.bowline.driver.operation;

import dev.bowline.egress.wire.BsonBufferWriter;
import dev.bowline.options.CommandFields;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;

/**
 * A command that changes collections, indexes or databases rather than documents. Written to the
 * primary, never retried; the name comes first, then the options' fields.
 */
public final class AdministrativeCommand extends Operation<BsonDocument> {
    private final String name;
    private final Object argument;
    private final CommandFields fields;
    private final long maxTimeMillis;
    private final boolean takesWriteConcern;

    private AdministrativeCommand(String database, String name, Object argument, CommandFields fields,
            long maxTimeMillis, boolean takesWriteConcern) {
        super(database);
        this.name = name;
        this.argument = argument;
        this.fields = fields;
        this.maxTimeMillis = maxTimeMillis;
        this.takesWriteConcern = takesWriteConcern;
    }

    /** A command about a collection, such as {@code create}, {@code drop} or {@code createIndexes}. */
    public static AdministrativeCommand onCollection(Namespace namespace, String name, CommandFields fields,
            long maxTimeMillis) {
        return new AdministrativeCommand(namespace.database(), name, namespace.collection(), fields, maxTimeMillis,
                true);
    }

    /** A command about search indexes, which takes no write concern. */
    public static AdministrativeCommand onSearchIndexes(Namespace namespace, String name, CommandFields fields) {
        return new AdministrativeCommand(namespace.database(), name, namespace.collection(), fields, 0, false);
    }

    public static AdministrativeCommand dropDatabase(String database, CommandFields fields) {
        return new AdministrativeCommand(database, "dropDatabase", 1, fields, 0, true);
    }

    public static AdministrativeCommand renameCollection(Namespace from, Namespace to, CommandFields options) {
        CommandFields fields = new CommandFields();
        fields.put("to", to.fullName());
        for (int i = 0; i < options.size(); i++) {
            fields.put(options.name(i), options.value(i));
        }
        return new AdministrativeCommand("admin", "renameCollection", from.fullName(), fields, 0, true);
    }

    @Override
    @Nullable
    String collection() {
        return argument instanceof String collection && !name.equals("renameCollection") ? collection : null;
    }

    @Override
    String commandName() {
        return name;
    }

    @Override
    Target target() {
        return Target.WRITABLE;
    }

    @Override
    boolean takesWriteConcern() {
        return takesWriteConcern;
    }

    @Override
    boolean isAlwaysAcknowledged() {
        return true;
    }

    @Override
    long maxTimeMillis() {
        return maxTimeMillis;
    }

    @Override
    void checkAgainst(Attempt attempt) {
        if (name.equals("createIndexes") && fields.has("commitQuorum") && attempt.maxWireVersion() < 9) {
            throw attempt.unsupported("commitQuorum");
        }
    }

    @Override
    void writeCommand(BsonBufferWriter body, Attempt attempt) {
        BsonFields.write(body, name, argument, attempt.registry());
        BsonFields.write(body, fields, attempt);
    }

    @Override
    BsonDocument parse(ReplyEnvelope reply, Attempt attempt) {
        if (reply.hasWriteConcernError) {
            WriteReplies.check(reply, name, attempt);
        }
        return reply.toDocument();
    }
}
