package dev.bowline.driver.operation;

import dev.bowline.driver.description.ServerDescription;
import dev.bowline.driver.description.TopologyDescription;
import dev.bowline.driver.selection.SelectionCandidates;
import dev.bowline.driver.selection.ServerSelector;
import dev.bowline.egress.wire.BsonBufferWriter;
import dev.bowline.options.CommandFields;
import dev.bowline.options.TimeoutMode;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.codecs.configuration.CodecRegistry;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/** {@code aggregate} on a collection, or on a database if there is none. */
public final class Aggregate<T> extends CursorOperation<T> {
    /** 5.0: secondaries can write the output of a pipeline, by passing it to the primary. */
    private static final int WRITES_ON_SECONDARIES = 13;
    /** 4.2: from here on a pipeline that writes may have a read concern. */
    private static final int READ_CONCERN_FOR_WRITES = 8;

    private final @Nullable String collection;
    private final List<? extends Bson> pipeline;
    private final CommandFields fields;
    private final long maxTimeMillis;
    private final boolean writes;
    private boolean needsPrimary;
    private boolean concernless;

    public Aggregate(String database, @Nullable String collection, List<? extends Bson> pipeline, CommandFields fields,
            long maxTimeMillis, CodecRegistry registry, CursorSettings<T> settings) {
        super(database, settings);
        this.collection = collection;
        this.pipeline = pipeline;
        this.fields = fields;
        this.maxTimeMillis = maxTimeMillis;
        this.writes = endsInWrite(pipeline, registry);
    }

    /** The same without any read concern, not even the time that a session would add. */
    public Aggregate<T> withoutReadConcern() {
        concernless = true;
        return this;
    }

    /** Whether the last stage stores the results instead of returning them. */
    public static boolean endsInWrite(List<? extends Bson> pipeline, CodecRegistry registry) {
        if (pipeline.isEmpty()) {
            return false;
        }
        String last = name(pipeline.get(pipeline.size() - 1), registry);
        return last.equals("$out") || last.equals("$merge");
    }

    /** Whether its cursor waits for data, as that of a change stream does and no other of an aggregation. */
    public static boolean watches(List<? extends Bson> pipeline, CodecRegistry registry) {
        return !pipeline.isEmpty() && name(pipeline.get(0), registry).equals("$changeStream");
    }

    private static String name(Bson stage, CodecRegistry registry) {
        BsonDocument document = stage.toBsonDocument(BsonDocument.class, registry);
        return document.isEmpty() ? "" : document.getFirstKey();
    }

    @Override
    @Nullable
    String collection() {
        return collection;
    }

    @Override
    String commandName() {
        return "aggregate";
    }

    @Override
    @Nullable
    String expectedNamespace() {
        return null;
    }

    @Override
    void checkScope(OperationScope scope) {
        super.checkScope(scope);
        if (writes && settings.timeoutMode() == TimeoutMode.ITERATION) {
            throw new IllegalArgumentException("A pipeline that ends in $out or $merge is not iterated over, so a "
                    + "timeout cannot bound its iterations");
        }
    }

    /** Asked anew with every description: at first nothing may be known of the servers. */
    @Override
    ServerSelector selector(Call call) {
        ServerSelector reading = super.selector(call);
        return writes ? new Writing(reading) : reading;
    }

    private record Writing(ServerSelector reading) implements ServerSelector {
        @Override
        public List<ServerDescription> select(SelectionCandidates candidates) {
            return hasOld(candidates.description()) ? candidates.writable() : reading.select(candidates);
        }

        @Override
        public String toString() {
            return reading + ", or writable if one is older than 5.0";
        }
    }

    private static boolean hasOld(TopologyDescription topology) {
        return topology.servers().stream().anyMatch(Aggregate::isOld);
    }

    private static boolean isOld(ServerDescription server) {
        Integer version = server.maxWireVersion();
        return server.type().isDataBearing() && version != null && version < WRITES_ON_SECONDARIES;
    }

    @Override
    boolean sendsReadPreference() {
        return !needsPrimary;
    }

    @Override
    Nature nature() {
        return writes ? Nature.WRITE : Nature.READ;
    }

    @Override
    Retryability retryability(Call call) {
        return writes ? Retryability.NEVER : Retryability.READ;
    }

    @Override
    boolean takesReadConcern() {
        return !concernless;
    }

    @Override
    boolean takesWriteConcern() {
        return writes;
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
    void writeCommand(BsonBufferWriter body, Attempt attempt) {
        CodecRegistry registry = attempt.registry();
        concernless |= writes && attempt.maxWireVersion() < READ_CONCERN_FOR_WRITES;
        needsPrimary = writes && hasOld(attempt.call().executor().topology().description());
        if (collection == null) {
            body.writeInt32("aggregate", 1);
        } else {
            body.writeString("aggregate", collection);
        }
        BsonFields.write(body, "pipeline", pipeline, registry);
        body.beginDocument("cursor");
        Integer batchSize = settings.batchSize();
        if (batchSize != null && !(writes && batchSize == 0)) {
            body.writeInt32("batchSize", batchSize);
        }
        body.endDocument();
        BsonFields.write(body, fields, attempt);
    }

    @Override
    BatchCursor<T> parse(ReplyEnvelope reply, Attempt attempt) {
        if (reply.hasWriteConcernError) {
            WriteReplies.check(reply, "aggregate", attempt);
        }
        return super.parse(reply, attempt);
    }
}
