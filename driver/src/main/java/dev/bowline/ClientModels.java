package dev.bowline;

import dev.bowline.bulk.ClientBulkWriteOptions;
import dev.bowline.bulk.ClientNamespacedWriteModel;
import dev.bowline.bulk.WriteModel;
import dev.bowline.concern.WriteConcern;
import dev.bowline.driver.operation.BulkStatement;
import dev.bowline.driver.operation.ClientBulkWrite;
import dev.bowline.driver.operation.ClientStatement;
import dev.bowline.driver.operation.Namespace;
import dev.bowline.driver.operation.OperationScope;
import dev.bowline.error.MongoClientException;
import java.util.ArrayList;
import java.util.List;
import org.bson.codecs.configuration.CodecRegistry;

/** Turns the models of a client's bulk write into statements. */
final class ClientModels {
    private ClientModels() {}

    static ClientBulkWrite bulkWrite(List<ClientNamespacedWriteModel> models, ClientBulkWriteOptions options,
            CodecRegistry registry) {
        List<ClientStatement> statements = new ArrayList<>(models.size());
        for (ClientNamespacedWriteModel model : models) {
            statements.add(new ClientStatement(Namespace.parse(model.namespace()), statement(model.model(), registry)));
        }
        return new ClientBulkWrite(statements, options.ordered(), options.verboseResults(), options.fields());
    }

    static OperationScope scope(ClientBulkWriteOptions options, OperationScope scope) {
        WriteConcern concern = options.writeConcern();
        if (concern == null) {
            return scope;
        }
        if (scope.session() != null && scope.session().inTransaction()) {
            throw new MongoClientException("Cannot set write concern after starting a transaction");
        }
        return scope.with(concern);
    }

    private static <T> BulkStatement<T> statement(WriteModel<T> model, CodecRegistry registry) {
        return WriteModels.statement(model, replacement -> ClientStatement.codec(replacement, registry));
    }
}
