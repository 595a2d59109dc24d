package dev.bowline.simulator.control;

import dev.bowline.simulator.Activity;
import dev.bowline.simulator.Exchange;
import java.util.List;
import java.util.TreeMap;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;

/** What clients did, as documents. */
final class Report {
    private Report() {}

    static BsonDocument of(Activity activity, List<String> lacking) {
        BsonDocument commands = new BsonDocument();
        new TreeMap<>(activity.commands()).forEach((name, counts) -> commands.append(name,
                new BsonDocument("arrived", new BsonInt64(counts.arrived()))
                        .append("answered", new BsonInt64(counts.answered()))
                        .append("failed", new BsonInt64(counts.failed()))));
        BsonArray clients = new BsonArray();
        for (Activity.Client client : activity.clients()) {
            clients.add(new BsonDocument("name", new BsonString(client.name()))
                    .append("driver", new BsonString(client.driver()))
                    .append("connections", new BsonInt64(client.connections()))
                    .append("commands", new BsonInt64(client.commands())));
        }
        BsonArray repetitions = new BsonArray();
        for (Activity.Repetition repetition : activity.repetitions()) {
            repetitions.add(new BsonDocument("command", new BsonString(repetition.command()))
                    .append("namespace", new BsonString(repetition.namespace()))
                    .append("server", new BsonString(repetition.server()))
                    .append("after", new BsonString(repetition.after())));
        }
        BsonArray refused = new BsonArray();
        lacking.forEach(feature -> refused.add(new BsonString(feature)));
        return new BsonDocument("commands", commands).append("clients", clients)
                .append("retriedWrites", new BsonInt64(activity.repeatedWrites()))
                .append("retriedReads", new BsonInt64(activity.repeatedReads()))
                .append("retries", repetitions).append("refused", refused);
    }

    static BsonDocument of(List<Exchange> exchanges, int last) {
        BsonArray lines = new BsonArray();
        for (Exchange exchange : exchanges.subList(Math.max(0, exchanges.size() - Math.max(last, 0)),
                exchanges.size())) {
            BsonDocument reply = exchange.reply();
            boolean ok = reply.containsKey("ok") && reply.getNumber("ok").doubleValue() == 1;
            BsonDocument line = new BsonDocument("server", new BsonString(exchange.server().toString()))
                    .append("connection", new BsonInt32(exchange.connectionId()))
                    .append("command", new BsonString(exchange.commandName()))
                    .append("succeeded", BsonBoolean.valueOf(ok));
            if (reply.containsKey("code")) {
                line.append("code", reply.get("code"));
            }
            lines.add(line.append("request", exchange.request()));
        }
        return new BsonDocument("commands", lines);
    }
}
