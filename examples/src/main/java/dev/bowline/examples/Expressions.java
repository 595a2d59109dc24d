package dev.bowline.examples;

import static dev.bowline.model.Accumulators.sum;
import static dev.bowline.model.Aggregates.group;
import static dev.bowline.model.Aggregates.match;
import static dev.bowline.model.Aggregates.project;
import static dev.bowline.model.Aggregates.set;
import static dev.bowline.model.Aggregates.sort;
import static dev.bowline.model.Filters.expr;
import static dev.bowline.model.Projections.computed;
import static dev.bowline.model.Projections.fields;
import static dev.bowline.model.Projections.include;
import static dev.bowline.model.Sorts.ascending;
import static dev.bowline.model.mql.MqlValues.current;
import static dev.bowline.model.mql.MqlValues.of;

import dev.bowline.MongoClient;
import dev.bowline.MongoCollection;
import dev.bowline.model.Field;
import dev.bowline.model.mql.MqlArray;
import dev.bowline.model.mql.MqlDocument;
import dev.bowline.model.mql.MqlInteger;
import dev.bowline.model.mql.MqlNumber;
import dev.bowline.model.mql.MqlString;
import java.io.PrintStream;
import java.util.List;
import org.bson.Document;

/** Aggregation expressions that the compiler checks, instead of documents full of operators. */
@SuppressWarnings("BadImport") // expressions read best with a plain "of"
public final class Expressions {
    private Expressions() {}

    public static void main(String[] arguments) {
        try (MongoClient client = MongoClient.connect(arguments[0])) {
            run(client.database("shop").collection("orders"), System.out);
        }
    }

    static void run(MongoCollection<Document> orders, PrintStream out) {
        orders.insertMany(List.of(
                Document.parse("{_id: 1, name: 'ada', lines: [{pieces: 3, price: 10.0}, {pieces: 1, price: 200.0}]}"),
                Document.parse("{_id: 2, name: 'grace', lines: [{pieces: 5, price: 12.0}]}"),
                Document.parse("{_id: 3, name: 'alan', lines: []}")));

        // An expression is a value: it can be given a name, and be part of others.
        MqlDocument order = current();
        MqlArray<MqlDocument> lines = order.getArray("lines");
        MqlNumber total = lines.sum(line -> line.getInteger("pieces").multiply(line.getNumber("price")));
        MqlString size = total.switchNumberOn(on -> on.lt(of(100), t -> of("small")).defaults(t -> of("large")));
        MqlInteger pieces = order.getInteger("pieces");

        // It stands where an update by pipeline, a filter, a stage or an accumulator takes one.
        orders.updateMany(new Document(), List.of(set(new Field("pieces", lines.sum(l -> l.getInteger("pieces"))))));
        for (Document found : orders.aggregate(List.of(match(expr(pieces.gt(of(0)))), sort(ascending("_id")),
                project(fields(include("pieces"), computed("who", order.getString("name").toUpper()),
                        computed("total", total), computed("size", size)))))) {
            out.println(found.get("who") + ": " + found.get("pieces") + " for " + found.get("total") + ", "
                    + found.get("size"));
        }
        for (Document found : orders.aggregate(List.of(group(size, sum("sold", total)), sort(ascending("_id"))))) {
            out.println(found.get("_id") + ": " + found.get("sold"));
        }
    }
}
