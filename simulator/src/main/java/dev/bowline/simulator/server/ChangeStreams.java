package dev.bowline.simulator.server;

import dev.bowline.egress.environment.Deadline;
import dev.bowline.simulator.aggregate.Pipeline;
import dev.bowline.simulator.aggregate.PipelineParser;
import dev.bowline.simulator.aggregate.Run;
import dev.bowline.simulator.aggregate.Snapshot;
import dev.bowline.simulator.bson.Document;
import dev.bowline.simulator.bson.DocumentEncoder;
import dev.bowline.simulator.bson.Encoded;
import dev.bowline.simulator.replication.Entry;
import dev.bowline.simulator.replication.Node;
import dev.bowline.simulator.replication.ReplicaSet;
import dev.bowline.simulator.store.Namespace;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Change streams: the committed part of a member's log, as events. */
final class ChangeStreams {
    private final Server server;

    ChangeStreams(Server server) {
        this.server = server;
    }

    static boolean isChangeStream(Document body) {
        return body.get("pipeline") instanceof List<?> pipeline && !pipeline.isEmpty()
                && pipeline.get(0) instanceof Document first
                && first.containsKey("$changeStream");
    }

    Stream open(Request request, Namespace namespace, List<Document> pipeline, boolean wholeDatabase) {
        if (server.kind() == ServerKind.STANDALONE) {
            throw new ServerError(40573, "The $changeStream stage is only supported on replica sets");
        }
        Document options = Values.requiredDocument(pipeline.get(0), "$changeStream", "aggregate");
        List<Document> stages = pipeline.subList(1, pipeline.size());
        for (Document stage : stages) {
            String name = Values.commandName(stage);
            switch (name) {
                case "$match", "$project", "$addFields", "$set", "$unset", "$replaceRoot", "$replaceWith", "$redact",
                        "$changeStreamSplitLargeEvent" ->
                    {
                    }
                case "$out", "$merge", "$group", "$sort", "$limit", "$skip", "$lookup", "$facet", "$unwind", "$count",
                        "$sample", "$bucket" ->
                    throw new ServerError(ErrorCodes.ILLEGAL_OPERATION,
                            name + " is not permitted in a $changeStream pipeline");
                default -> throw new ServerError(40324, "Unrecognized pipeline stage name: '" + name + "'");
            }
        }
        boolean cluster = Values.isTrue(options.get("allChangesForCluster"));
        if (cluster && !namespace.database().equals("admin")) {
            throw new ServerError(ErrorCodes.INVALID_OPTIONS,
                    "A $changeStream with 'allChangesForCluster:true' may only be opened on the 'admin' database");
        }
        Syntax.checkChangeStream(options, server.generation().wireVersion());
        ChangeEvents events = new ChangeEvents(server, options, cluster ? null : namespace.database(),
                cluster || wholeDatabase ? null : namespace.collection());
        return new Stream(request, events, stages, start(request, options), namespace);
    }

    private static ResumeToken start(Request request, Document options) {
        Node node = request.node;
        ReplicaSet set = node.set();
        Document after = Values.document(options, "resumeAfter");
        Document startAfter = Values.document(options, "startAfter");
        if (after != null || startAfter != null) {
            ResumeToken token = ResumeToken.parse(Objects.requireNonNull(after != null ? after : startAfter));
            if (token.invalidate() && after != null) {
                throw new ServerError(260,
                        "Attempted to resume a stream on a collection which has been dropped. The stream may "
                                + "only be started again with 'startAfter'.");
            }
            return token;
        }
        long time = Values.timestamp(options.get("startAtOperationTime"));
        if (time != 0) {
            return ResumeToken.after(set.log().indexAt(node, time - 1));
        }
        return ResumeToken.after(set.log().commitIndex(node));
    }

    /** One open stream: where it stands in the log. Its cursor sees that one request at a time uses it. */
    final class Stream implements Cursors.Source {
        private final ChangeEvents events;
        private final Pipeline stages;
        private final Queries queries;
        /** The tokens of the documents in the cursor's queue, in step with it. */
        private final Deque<Encoded> tokens = new ArrayDeque<>();
        private ResumeToken position;
        /** The last event handed out, or where the stream began if there was none. */
        private ResumeToken lastSent;
        private boolean invalidated;

        Stream(Request request, ChangeEvents events, List<Document> stages, ResumeToken position, Namespace namespace) {
            this.events = events;
            this.queries = new Queries(request);
            this.stages = PipelineParser.parse(stages, null, queries.expressions());
            this.position = position;
            this.lastSent = position;
        }

        @Override
        public void fill(Request request, Deque<Encoded> queue, int wanted) {
            boolean first = request.command.name().equals("aggregate");
            long millis = first ? 0 : Values.number(request.body, "maxTimeMS", 1000);
            Deadline until = Deadline.afterNanos(server.environment(), TimeUnit.MILLISECONDS.toNanos(millis));
            ReplicaSet set = request.set();
            Node node = request.node;
            while (true) {
                pull(request, queue, wanted);
                if (!queue.isEmpty() || invalidated || until.isExpired(server.environment())
                        || !request.connection.isOpen()) {
                    return;
                }
                if (server.kind() == ServerKind.REPLICA_SET_MEMBER && !set.isReadable(node)) {
                    throw new ServerError(ErrorCodes.INTERRUPTED_DUE_TO_REPL_STATE_CHANGE, "operation was interrupted");
                }
                Access.awaitLog(request, position.index(), until);
            }
        }

        private void pull(Request request, Deque<Encoded> queue, int wanted) {
            while (!invalidated && queue.size() < Math.max(wanted, 1)) {
                // The entry at the position may have further events beyond the one last seen.
                long from = position.wholeEntry() ? position.index() : position.index() - 1;
                List<Entry> entries = request.set().log().committedAfter(request.node, from, 256);
                if (entries == null) {
                    throw new ServerError(286, "Resume of change stream was not possible, as the resume point may no "
                            + "longer be in the oplog.");
                }
                if (entries.isEmpty()) {
                    return;
                }
                for (Entry entry : entries) {
                    take(request, entry, queue);
                    if (invalidated) {
                        return;
                    }
                }
            }
        }

        private void take(Request request, Entry entry, Deque<Encoded> queue) {
            List<ChangeEvents.Event> changes = events.of(entry, request.node);
            for (ChangeEvents.Event event : changes) {
                if (event.token().index() == position.index() && event.token().compareTo(position) <= 0) {
                    continue;
                }
                Encoded token = new Encoded(DocumentEncoder.encode(event.token().toDocument()));
                for (Document document : filtered(request, event.document())) {
                    if (!Objects.equals(event.document().get("_id"), document.get("_id"))) {
                        throw new ServerError(280,
                                "Encountered an event whose _id field, which contains the resume token, was "
                                        + "modified by the pipeline. Modifying the _id field of an event makes it "
                                        + "impossible to resume the "
                                        + "stream from that point.");
                    }
                    queue.add(new Encoded(DocumentEncoder.encode(document)));
                    lastSent = event.token();
                    tokens.add(token);
                }
                if (event.token().invalidate()) {
                    invalidated = true;
                    position = event.token();
                    return;
                }
            }
            position = ResumeToken.after(entry.index());
        }

        private List<Document> filtered(Request request, Document event) {
            if (stages.isEmpty()) {
                return List.of(event);
            }
            queries.continueWith(request);
            return PipelineParser.over(stages, List.of(event),
                    new Run(queries.scope(null), new Snapshot(), (stage, spec) -> List.of()));
        }

        @Override
        public @Nullable Encoded resumeToken(Deque<Encoded> queue, @Nullable Encoded lastTaken) {
            Encoded last = null;
            while (tokens.size() > queue.size()) {
                last = tokens.removeFirst();
            }
            if (server.generation().wireVersion() < 7) {
                return null;
            }
            if ((queue.isEmpty() && !invalidated) || last == null) {
                // Beyond the last event only if the log has moved on without one for this stream.
                ResumeToken token = lastSent.index() == position.index() ? lastSent : position;
                return new Encoded(DocumentEncoder.encode(token.toDocument()));
            }
            return last;
        }

        @Override
        public boolean exhausted() {
            return invalidated;
        }

        @Override
        public boolean waits() {
            return true;
        }
    }

}
