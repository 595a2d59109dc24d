package dev.bowline.benchmarks.results;

import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * One contestant in one task.
 *
 * @param rounds the turns it took
 * @param ratios of this contestant's figures to those of the others by name, from neighboring turns
 * @param saturated whether the server was at its limit, so that throughput says nothing about the client
 */
public record Entry(String task, String group, String description, String contestant, int rounds,
        Map<Measure, Spread> figures, Map<String, Map<Measure, Spread>> ratios, boolean saturated) {

    public Entry {
        figures = Map.copyOf(figures);
        ratios = new LinkedHashMap<>(ratios);
    }

    public Spread figure(Measure measure) {
        return figures.getOrDefault(measure, Spread.NONE);
    }

    /** This contestant's figure over the other's. */
    public Spread ratio(String other, Measure measure) {
        return ratios.getOrDefault(other, Map.of()).getOrDefault(measure, Spread.NONE);
    }

    BsonDocument toDocument() {
        BsonDocument document = new BsonDocument("task", new BsonString(task)).append("group", new BsonString(group))
                .append("description", new BsonString(description)).append("contestant", new BsonString(contestant))
                .append("rounds", new BsonInt32(rounds)).append("saturated", BsonBoolean.valueOf(saturated))
                .append("figures", spreads(figures));
        BsonDocument others = new BsonDocument();
        ratios.forEach((other, values) -> others.append(other, spreads(values)));
        return document.append("ratios", others);
    }

    static Entry of(BsonDocument document) {
        Map<String, Map<Measure, Spread>> ratios = new LinkedHashMap<>();
        document.getDocument("ratios").forEach((other, values) -> ratios.put(other, spreads(values.asDocument())));
        return new Entry(text(document, "task"), text(document, "group"), text(document, "description"),
                text(document, "contestant"), document.getNumber("rounds").intValue(),
                spreads(document.getDocument("figures")), ratios, document.getBoolean("saturated").getValue());
    }

    private static String text(BsonDocument document, String name) {
        return document.getString(name).getValue();
    }

    private static BsonDocument spreads(Map<Measure, Spread> values) {
        BsonDocument document = new BsonDocument();
        new TreeMap<>(values).forEach(
                (measure, spread) -> document.append(measure.key(), new BsonDocument("median", number(spread.median()))
                        .append("low", number(spread.low())).append("high", number(spread.high()))
                        .append("count", new BsonInt32(spread.count()))));
        return document;
    }

    private static Map<Measure, Spread> spreads(BsonDocument document) {
        Map<Measure, Spread> values = new EnumMap<>(Measure.class);
        document.forEach((key, value) -> values.put(Measure.of(key), spread(value.asDocument())));
        return values;
    }

    private static Spread spread(BsonDocument document) {
        return new Spread(number(document.get("median")), number(document.get("low")), number(document.get("high")),
                document.getNumber("count").intValue());
    }

    /** JSON has no word for what is not a number. */
    private static BsonValue number(double value) {
        return Double.isFinite(value) ? new BsonDouble(value) : BsonNull.VALUE;
    }

    private static double number(@Nullable BsonValue value) {
        return value != null && value.isNumber() ? value.asNumber().doubleValue() : Double.NaN;
    }
}
