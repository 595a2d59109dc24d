package dev.bowline;

import dev.bowline.codec.MappingCodecProvider;
import dev.bowline.codec.MissingCodecProvider;
import dev.bowline.codec.OwnCodecProvider;
import dev.bowline.concern.ReadPreference;
import dev.bowline.driver.operation.EndSessions;
import dev.bowline.driver.operation.OperationExecutor;
import dev.bowline.driver.operation.OperationScope;
import dev.bowline.driver.topology.Topology;
import dev.bowline.egress.environment.Environment;
import dev.bowline.egress.wire.FastCodecs;
import dev.bowline.error.MongoException;
import dev.bowline.model.mql.ExpressionCodecProvider;
import dev.bowline.settings.AppendedLibraries;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.UuidRepresentation;
import org.bson.codecs.EnumCodecProvider;
import org.bson.codecs.configuration.CodecRegistries;
import org.bson.codecs.configuration.CodecRegistry;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The machinery behind a client, made once its settings are complete. */
final class ClientCore {
    private static final Logger LOG = LoggerFactory.getLogger("dev.bowline.client");
    /** Closing does not wait long for a deployment that does not answer. */
    private static final long END_SESSIONS_TIMEOUT_MILLIS = 1000;

    private final Topology topology;
    private final OperationExecutor executor;
    private final String deployment;

    ClientCore(MongoClientSettings settings, AppendedLibraries libraries, Observers observers) {
        Environment environment = settings.environment();
        deployment = settings.deployment();
        LOG.info("Client opened: {}", settings);
        topology = ClientTopology.open(settings, libraries, observers);
        executor = new OperationExecutor(environment, topology, new OperationExecutor.Settings(settings.retryReads(),
                settings.retryWrites(), settings.maxAdaptiveRetries(), settings.enableOverloadRetargeting(),
                settings.serverSelectionTimeout().toMillis(),
                settings.waitQueueTimeout().toMillis(), settings.socketTimeout().toMillis(),
                settings.serverApi().orElse(null), settings.commandListeners(),
                settings.maxLoggedDocumentLength(), observers.tracers()));
    }

    OperationExecutor executor() {
        return executor;
    }

    Topology topology() {
        return topology;
    }

    /**
     * The user's codecs first, except beans made of any class; then the fast ones, those of the bson library,
     * expressions, and the mapping of records.
     */
    static CodecRegistry registry(MongoClientSettings settings) {
        CodecRegistry usual = CodecRegistries.fromRegistries(FastCodecs.registry(),
                CodecRegistries.fromProviders(new ExpressionCodecProvider(), new MappingCodecProvider(),
                        new EnumCodecProvider()));
        CodecRegistry all = settings.codecRegistry()
                .map(own -> CodecRegistries.fromProviders(new OwnCodecProvider(own, usual), usual)).orElse(usual);
        CodecRegistry registry = CodecRegistries.fromProviders(all, new MissingCodecProvider());
        return settings.uuidRepresentation() == UuidRepresentation.UNSPECIFIED
                ? registry
                : CodecRegistries.withUuidRepresentation(registry, settings.uuidRepresentation());
    }

    static OperationScope scope(MongoClientSettings settings) {
        return new OperationScope(registry(settings), settings.readPreference(), settings.readConcern(),
                settings.writeConcern(), settings.timeout().map(timeout -> timeout.toMillis())
                        .orElse(OperationScope.NO_TIMEOUT),
                null);
    }

    void close(OperationScope scope) {
        if (executor.isClosed()) {
            return;
        }
        List<BsonDocument> sessions = executor.sessions().close();
        if (!sessions.isEmpty() && topology.description().hasDataBearingServer()) {
            endSessions(sessions, scope.with(ReadPreference.primaryPreferred())
                    .withTimeoutMillis(END_SESSIONS_TIMEOUT_MILLIS));
        }
        executor.close();
        topology.close();
        LOG.info("Client closed: {}", deployment);
    }

    private void endSessions(List<BsonDocument> sessions, OperationScope scope) {
        try {
            for (int from = 0; from < sessions.size(); from += EndSessions.MAX_SESSIONS) {
                int to = Math.min(sessions.size(), from + EndSessions.MAX_SESSIONS);
                executor.execute(new EndSessions(sessions.subList(from, to)), scope);
            }
        } catch (MongoException e) {
            LOG.debug("endSessions failed; the deployment discards the sessions when they expire", e);
        }
    }
}
