package dev.bowline.benchmarks.mapping;

import java.util.ArrayList;
import java.util.List;
import org.bson.BsonReader;
import org.bson.BsonType;
import org.bson.BsonWriter;
import org.bson.codecs.Codec;
import org.bson.codecs.DecoderContext;
import org.bson.codecs.EncoderContext;
import org.bson.types.ObjectId;

/** A hand-written codec for an order, its lines and its customer. */
@SuppressWarnings("NullAway") // Written as people write codecs: a missing field is null.
final class OrderCodec implements Codec<Order> {
    @Override
    public void encode(BsonWriter writer, Order order, EncoderContext context) {
        writer.writeStartDocument();
        writer.writeObjectId("_id", order.id());
        writer.writeString("number", order.number());
        writer.writeInt32("items", order.items());
        writer.writeInt64("weight", order.weight());
        writer.writeDouble("total", order.total());
        writer.writeBoolean("paid", order.paid());
        writer.writeString("status", order.status().name());
        writer.writeName("customer");
        writer.writeStartDocument();
        writer.writeString("name", order.customer().name());
        writer.writeString("city", order.customer().city());
        writer.writeEndDocument();
        writer.writeStartArray("lines");
        for (Order.Line line : order.lines()) {
            writer.writeStartDocument();
            writer.writeString("product", line.product());
            writer.writeInt32("quantity", line.quantity());
            writer.writeDouble("price", line.price());
            writer.writeEndDocument();
        }
        writer.writeEndArray();
        writer.writeEndDocument();
    }

    @Override
    public Order decode(BsonReader reader, DecoderContext context) {
        ObjectId id = null;
        String number = null;
        int items = 0;
        long weight = 0;
        double total = 0;
        boolean paid = false;
        Order.Status status = null;
        Order.Customer customer = null;
        List<Order.Line> lines = null;
        reader.readStartDocument();
        while (reader.readBsonType() != BsonType.END_OF_DOCUMENT) {
            switch (reader.readName()) {
                case "_id" -> id = reader.readObjectId();
                case "number" -> number = reader.readString();
                case "items" -> items = reader.readInt32();
                case "weight" -> weight = reader.readInt64();
                case "total" -> total = reader.readDouble();
                case "paid" -> paid = reader.readBoolean();
                case "status" -> status = Order.Status.valueOf(reader.readString());
                case "customer" -> customer = customer(reader);
                case "lines" -> lines = lines(reader);
                default -> reader.skipValue();
            }
        }
        reader.readEndDocument();
        return new Order(id, number, items, weight, total, paid, status, customer, lines);
    }

    private static Order.Customer customer(BsonReader reader) {
        String name = null;
        String city = null;
        reader.readStartDocument();
        while (reader.readBsonType() != BsonType.END_OF_DOCUMENT) {
            switch (reader.readName()) {
                case "name" -> name = reader.readString();
                case "city" -> city = reader.readString();
                default -> reader.skipValue();
            }
        }
        reader.readEndDocument();
        return new Order.Customer(name, city);
    }

    private static List<Order.Line> lines(BsonReader reader) {
        List<Order.Line> lines = new ArrayList<>();
        reader.readStartArray();
        while (reader.readBsonType() != BsonType.END_OF_DOCUMENT) {
            String product = null;
            int quantity = 0;
            double price = 0;
            reader.readStartDocument();
            while (reader.readBsonType() != BsonType.END_OF_DOCUMENT) {
                switch (reader.readName()) {
                    case "product" -> product = reader.readString();
                    case "quantity" -> quantity = reader.readInt32();
                    case "price" -> price = reader.readDouble();
                    default -> reader.skipValue();
                }
            }
            reader.readEndDocument();
            lines.add(new Order.Line(product, quantity, price));
        }
        reader.readEndArray();
        return lines;
    }

    @Override
    public Class<Order> getEncoderClass() {
        return Order.class;
    }
}
