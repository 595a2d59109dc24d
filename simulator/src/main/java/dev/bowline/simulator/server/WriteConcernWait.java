package dev.bowline.simulator.server;

import dev.bowline.egress.environment.Deadline;
import dev.bowline.simulator.bson.Document;
import dev.bowline.simulator.replication.Entry;
import dev.bowline.simulator.replication.ReplicaSet;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Holds a reply back until its write concern is met, or reports why it was not. */
final class WriteConcernWait {
    private final Request request;
    private final Server server;

    WriteConcernWait(Request request) {
        this.request = request;
        this.server = request.server;
    }

    void await(Document reply) {
        Document forced = request.failPoint;
        if (forced != null && forced.get("writeConcernError") instanceof Document error) {
            reply.put("writeConcernError", error.clone());
            if (forced.get("errorLabels") instanceof java.util.List<?> labels) {
                reply.put("errorLabels", labels);
            } else if (error.get("errorLabels") instanceof java.util.List<?> labels) {
                reply.put("errorLabels", labels);
            }
            return;
        }
        if (request.inTransaction && !request.command.name().equals("commitTransaction")
                && !request.command.name().equals("abortTransaction")) {
            return;
        }
        Document concern = request.writeConcern();
        Object w = concern == null ? null : concern.get("w");
        if (server.kind() == ServerKind.STANDALONE) {
            if ((w instanceof Number n && n.intValue() > 1) || (w instanceof String text && !text.equals("majority"))) {
                throw new ServerError(ErrorCodes.BAD_VALUE, "cannot use 'w' > 1 when a host is not replicated");
            }
            return;
        }
        ReplicaSet set = request.set();
        Entry entry = request.written;
        boolean weak = w instanceof Number n && n.intValue() <= 1;
        if (entry != null
                && (weak || ((w == null || w.equals("majority")) && set.log().isCommitted(request.node, entry)))) {
            return;
        }
        Entry target = target(set);
        if (target == null) {
            return;
        }
        long term = request.written != null ? request.written.term() : set.view(request.node).term();
        long timeoutMillis = concern == null ? 0 : Values.number(concern, "wtimeout", 0);
        Deadline timeout = Deadline.afterNanos(server.environment(),
                timeoutMillis <= 0 ? Long.MAX_VALUE : TimeUnit.MILLISECONDS.toNanos(timeoutMillis));
        boolean majority = w == null ? defaultIsMajority(set) : "majority".equals(w);
        int wanted = w instanceof Number n ? n.intValue() : 1;
        if (w instanceof String text && !majority) {
            error(reply, 79, "No write concern mode named '" + text + "' found in replica set configuration", null);
            return;
        }
        if (!majority && wanted > set.view(request.node).configuration().dataBearing()
                && server.kind() != ServerKind.ROUTER) {
            error(reply, ErrorCodes.CANNOT_SATISFY_WRITE_CONCERN, "Not enough data-bearing nodes", null);
            return;
        }
        if (!majority && (wanted <= 1 || server.kind() == ServerKind.ROUTER)) {
            return;
        }
        boolean met = set.await(() -> met(set, majority, wanted, target) || !set.log().stillLeads(request.node, term)
                || !request.connection.isOpen(), timeout.earlier(request.deadline));
        if (met(set, majority, wanted, target)) {
            return;
        }
        if (met) {
            error(reply, ErrorCodes.PRIMARY_STEPPED_DOWN, "Primary stepped down while waiting for replication", null);
        } else if (request.deadline.isExpired(server.environment())) {
            throw new ServerError(ErrorCodes.MAX_TIME_EXPIRED, "operation exceeded time limit");
        } else {
            error(reply, ErrorCodes.WRITE_CONCERN_FAILED, "waiting for replication timed out",
                    new Document("wtimeout", true).append("writeConcern", concern));
        }
    }

    private boolean defaultIsMajority(ReplicaSet set) {
        return server.generation().wireVersion() >= 13 && set.view(request.node).configuration().members().stream()
                .noneMatch(member -> member.arbiter());
    }

    private @Nullable Entry target(ReplicaSet set) {
        Entry written = request.written;
        if (written != null) {
            return written;
        }
        return set.log().entryAt(request.node,
                request.repeatedIndex > 0 ? request.repeatedIndex : set.view(request.node).lastIndex());
    }

    private boolean met(ReplicaSet set, boolean majority, int wanted, Entry target) {
        return majority
                ? set.log().isCommitted(request.node, target)
                : set.log().replicatedTo(request.node, target) >= wanted;
    }

    private static void error(Document reply, int code, String message, @Nullable Document info) {
        Document error = new Document("code", code).append("codeName", ErrorCodes.name(code)).append("errmsg", message);
        error.putIfNotNull("errInfo", info);
        reply.put("writeConcernError", error);
    }
}
