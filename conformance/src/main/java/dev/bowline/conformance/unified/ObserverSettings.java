package dev.bowline.conformance.unified;

import dev.bowline.conformance.format.Documents;
import dev.bowline.conformance.match.ObservedEvent;
import dev.bowline.conformance.match.ObservedLog;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonString;

/**
 * What a client entity is to observe.
 *
 * @param logLevels the least level of interest by component; components that are absent are not observed
 * @param stores the lists of stored events by the name of the event
 */
record ObserverSettings(List<String> observedEvents, List<String> ignoredCommands, boolean observeSensitiveCommands,
        Map<String, String> logLevels, Map<String, List<EventList>> stores) {

    private static final double MILLIS_PER_SECOND = 1000;

    static ObserverSettings of(BsonDocument client, Map<String, List<EventList>> stores) {
        Map<String, String> levels = new LinkedHashMap<>();
        client.getDocument("observeLogMessages", new BsonDocument())
                .forEach((component, level) -> levels.put(component, level.asString().getValue()));
        return new ObserverSettings(Documents.strings(client, "observeEvents"),
                Documents.strings(client, "ignoreCommandMonitoringEvents"),
                Documents.isTrue(client, "observeSensitiveCommands"), levels, stores);
    }

    boolean wants(ObservedLog log) {
        String level = logLevels.get(log.component());
        return level != null && log.isAtLeast(level);
    }

    void store(String name, ObservedEvent event) {
        for (EventList list : stores.getOrDefault(name, List.of())) {
            BsonDocument stored = new BsonDocument("name", new BsonString(name)).append("observedAt",
                    new BsonDouble(System.currentTimeMillis() / MILLIS_PER_SECOND));
            stored.putAll(event.fields());
            list.add(stored);
        }
    }
}
