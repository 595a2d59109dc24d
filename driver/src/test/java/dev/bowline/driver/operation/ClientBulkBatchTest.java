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
import org.bson.codecs.DocumentCodecProvider;
import org.bson.codecs.ValueCodecProvider;
import org.bson.codecs.configuration.CodecRegistries;
import org.junit.jupiter.api.Test;

/** Whether a command of a client's bulk write may be retried before it is known where its message ends. */
class ClientBulkBatchTest {
    private static final int MEGABYTE = 1_000_000;

    @Test
    void withoutAConnectionTheStatementsThatTheCommandWouldHoldDecide() {
        assertThat(retryability(60, true)).as("48 MB are full before the statement for many documents")
                .isEqualTo(Retryability.WRITE);
        assertThat(retryability(40, true)).as("the statement for many documents fits").isEqualTo(Retryability.NEVER);
        assertThat(retryability(0, true)).as("the statement for many documents is the first")
                .isEqualTo(Retryability.NEVER);
        assertThat(retryability(1, false)).as("none is for many documents").isEqualTo(Retryability.WRITE);
    }

    /** So many updates of one megabyte, and one of one or of many documents after them. */
    private static Retryability retryability(int megabytes, boolean multi) {
        Document filler = new Document("$set", new Document("x", "x".repeat(MEGABYTE)));
        List<ClientStatement> statements = new ArrayList<>();
        for (int i = 0; i < megabytes; i++) {
            statements.add(update(filler, false));
        }
        statements.add(update(new Document("$set", new Document("x", 1)), multi));
        OperationScope scope = new OperationScope(
                CodecRegistries.fromProviders(new DocumentCodecProvider(), new ValueCodecProvider()),
                ReadPreference.primary(), ReadConcern.DEFAULT, WriteConcern.DEFAULT, OperationScope.NO_TIMEOUT, null);
        return new ClientBulkBatch(statements, 0, true, false, CommandFields.NONE).retryabilityUnconnected(
                new Call(null, scope, Deadline.NEVER, 1, new ImplicitSession(null), true, null, null, null));
    }

    private static ClientStatement update(Document update, boolean multi) {
        return new ClientStatement(new Namespace("a", "b"), new BulkStatement.Change<>(new Document("_id", 1),
                new Update<>(update, null), multi, CommandFields.NONE));
    }
}
