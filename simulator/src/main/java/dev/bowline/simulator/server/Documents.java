package dev.bowline.simulator.server;

import dev.bowline.simulator.bson.Document;
import dev.bowline.simulator.bson.DocumentEncoder;
import dev.bowline.simulator.bson.Encoded;
import dev.bowline.simulator.bson.Sizes;
import dev.bowline.simulator.expression.QueryError;
import java.util.Deque;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/** The documents of a query, evaluated as the client asks for them. */
final class Documents implements Cursors.Source {
    /** A batch holds this much, and one document beyond is looked at. */
    private static final int ENOUGH_BYTES = Sizes.MAX_DOCUMENT;

    private final Iterator<Document> documents;
    private final Queries queries;
    private boolean ended;

    Documents(Iterator<Document> documents, Queries queries) {
        this.documents = documents;
        this.queries = queries;
    }

    @Override
    public void fill(Request request, Deque<Encoded> queue, int wanted) {
        queries.continueWith(request);
        long bytes = 0;
        for (Encoded waiting : queue) {
            bytes += waiting.bytes().length;
        }
        while (queue.size() < wanted && bytes <= ENOUGH_BYTES) {
            if (!documents.hasNext()) {
                ended = true;
                return;
            }
            Encoded next = new Encoded(DocumentEncoder.encode(documents.next()));
            if (next.bytes().length > Sizes.MAX_DOCUMENT + 16 * 1024) {
                throw new QueryError(10334,
                        "BSONObj size: " + next.bytes().length + " is invalid. Size must be between "
                                + "0 and 16793600(16MB)");
            }
            bytes += next.bytes().length;
            queue.add(next);
        }
    }

    @Override
    public @Nullable Encoded resumeToken(Deque<Encoded> queue, @Nullable Encoded lastTaken) {
        return null;
    }

    @Override
    public boolean exhausted() {
        return ended;
    }

    @Override
    public boolean waits() {
        return false;
    }
}
