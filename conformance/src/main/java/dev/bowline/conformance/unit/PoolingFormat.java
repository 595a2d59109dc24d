package dev.bowline.conformance.unit;

import dev.bowline.conformance.SpecCase;
import dev.bowline.conformance.SpecFile;
import dev.bowline.conformance.SpecFormat;
import dev.bowline.simulator.Deployment;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.jspecify.annotations.Nullable;

/** Connection pooling: operations on one pool by several threads, and the events they lead to. The pool's server is simulated. */
public final class PoolingFormat implements SpecFormat, AutoCloseable {
    private @Nullable Deployment server;

    @Override
    public boolean reads(SpecFile file) {
        return file.directory().equals("connection-monitoring-and-pooling/cmap-format");
    }

    @Override
    public List<SpecCase> cases(SpecFile file) {
        return List.of(new SpecCase(file.suite(), file.path(), file.contents().getString("description").getValue(),
                () -> run(file.contents())));
    }

    private void run(BsonDocument test) throws Exception {
        if (server == null) {
            server = Deployment.standalone();
        }
        BsonDocument failPoint = test.getDocument("failPoint", new BsonDocument());
        if (!failPoint.isEmpty()) {
            server.failPoint(server.member(0), failPoint);
        }
        try (PoolingCase running = new PoolingCase(test, server.member(0).address())) {
            running.run();
        } finally {
            if (!failPoint.isEmpty()) {
                server.failPoint(server.member(0), new BsonDocument("configureFailPoint",
                        failPoint.getString("configureFailPoint")).append("mode", new BsonString("off")));
            }
        }
    }

    @Override
    public void close() {
        if (server != null) {
            server.close();
        }
    }
}
