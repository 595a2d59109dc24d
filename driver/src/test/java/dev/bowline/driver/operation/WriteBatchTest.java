package dev.bowline.driver.operation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bowline.concern.ReadConcern;
import dev.bowline.concern.ReadPreference;
import dev.bowline.concern.WriteConcern;
import dev.bowline.driver.operation.WriteCommands.Update;
import dev.bowline.egress.environment.Deadline;
import dev.bowline.options.CommandFields;
import java.util.ArrayList;
import java.util.List;
import org.bson.Document;
import org.bson.codecs.DocumentCodec;
import org.bson.codecs.DocumentCodecProvider;
import org.bson.codecs.ValueCodecProvider;
import org.bson.codecs.configuration.CodecRegistries;
import org.junit.jupiter.api.Test;

/** Whether a command of a bulk write may be retried before it is known where its message ends. */
class WriteBatchTest {
    private static final int MEGABYTE = 1_000_000;

    @Test
    void withoutAConnectionTheStatementsThatTheCommandWouldHoldDecide() {
        assertThat(retryability(60)).as("48 MB are full before the statement for many documents")
                .isEqualTo(Retryability.WRITE);
        assertThat(retryability(40)).as("the statement for many documents fits").isEqualTo(Retryability.NEVER);
        assertThat(retryability(0)).as("the statement for many documents is the first").isEqualTo(Retryability.NEVER);
    }

    /** So many updates of one megabyte, and one of many documents after them. */
    private static Retryability retryability(int megabytes) {
        Document filler = new Document("$set", new Document("x", "x".repeat(MEGABYTE)));
        List<BulkStatement<Document>> statements = new ArrayList<>();
        for (int i = 0; i < megabytes; i++) {
            statements.add(update(filler, false));
        }
        statements.add(update(new Document("$set", new Document("x", 1)), true));
        OperationScope scope = new OperationScope(
                CodecRegistries.fromProviders(new DocumentCodecProvider(), new ValueCodecProvider()),
                ReadPreference.primary(), ReadConcern.DEFAULT, WriteConcern.DEFAULT, OperationScope.NO_TIMEOUT, null);
        WriteBatch<Document> batch = new WriteBatch<>(new Namespace("a", "b"), WriteGroup.of(statements, true).get(0),
                0, true, CommandFields.NONE, new DocumentCodec());
        return batch.retryabilityUnconnected(
                new Call(null, scope, Deadline.NEVER, 1, new ImplicitSession(null), true, null, null, null));
    }

    private static BulkStatement<Document> update(Document update, boolean multi) {
        return new BulkStatement.Change<>(new Document("_id", 1), new Update<>(update, null), multi,
                CommandFields.NONE);
    }
}
