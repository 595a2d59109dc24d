package dev.bowline;

import dev.bowline.driver.argument.Arguments;
import dev.bowline.driver.operation.AdministrativeCommand;
import dev.bowline.driver.operation.MapReduce;
import dev.bowline.driver.operation.Namespace;
import dev.bowline.driver.operation.OperationScope;
import dev.bowline.options.CommandFields;
import dev.bowline.options.MapReduceAction;
import dev.bowline.options.MapReduceOptions;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonJavaScript;
import org.bson.BsonString;
import org.bson.codecs.Decoder;

/** The two forms of {@code mapReduce}: a read, or a write to another collection. */
final class MapReduces {
    private MapReduces() {}

    static <R> List<R> inline(MongoClient client, Namespace namespace, OperationScope scope, String map, String reduce,
            Decoder<R> decoder, Consumer<MapReduceOptions> options) {
        MapReduceOptions configured = Arguments.configured(options, new MapReduceOptions());
        BsonDocument out = new BsonDocument("inline", new BsonInt32(1));
        return client.executor().execute(new MapReduce<>(namespace, fields(map, reduce, out, configured),
                configured.maxTimeMillis(), decoder), scope);
    }

    static void toCollection(MongoClient client, Namespace namespace, OperationScope scope, String map, String reduce,
            String target, MapReduceAction action, Consumer<MapReduceOptions> options) {
        MapReduceOptions configured = Arguments.configured(options, new MapReduceOptions());
        BsonDocument out = new BsonDocument(action.field(),
                new BsonString(new Namespace(namespace.database(), target).collection()));
        client.executor().execute(AdministrativeCommand.onCollection(namespace, "mapReduce",
                fields(map, reduce, out, configured), configured.maxTimeMillis()), scope);
    }

    private static CommandFields fields(String map, String reduce, BsonDocument out, MapReduceOptions options) {
        CommandFields fields = new CommandFields();
        fields.put("map", new BsonJavaScript(Objects.requireNonNull(map, "map")));
        fields.put("reduce", new BsonJavaScript(Objects.requireNonNull(reduce, "reduce")));
        fields.put("out", out);
        options.fields().forEach(fields::put);
        return fields;
    }
}
