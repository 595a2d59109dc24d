package dev.bowline.egress.executor;

import dev.bowline.egress.environment.ServerAddress;
import java.time.Duration;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * The other half of a remote command.
 *
 * @param target the host that answered or failed; null if none was reached or tried
 * @param status how the exchange ended; OK says only that there is a reply, not that the reply is good news
 * @param reply the reply; empty if there is none
 * @param elapsed from the moment the command was started
 * @param moreToCome whether the server will send another reply to the same request
 * @param fireAndForget whether no reply was asked for, so that nothing is known of the command's success
 */
public record RemoteCommandResponse(@Nullable ServerAddress target, Status status, BsonDocument reply,
        Duration elapsed, boolean moreToCome, boolean fireAndForget) {

    /** The response to a command that ended with this reply. */
    public static RemoteCommandResponse answered(ServerAddress target, BsonDocument reply, Duration elapsed) {
        return new RemoteCommandResponse(target, Status.OK, reply, elapsed, false, false);
    }

    /** A response to a command after which the server sends another. */
    public static RemoteCommandResponse oneOfMany(ServerAddress target, BsonDocument reply, Duration elapsed) {
        return new RemoteCommandResponse(target, Status.OK, reply, elapsed, true, false);
    }

    /** The response to a command that was sent and asked for no reply. */
    public static RemoteCommandResponse sent(ServerAddress target, Duration elapsed) {
        return new RemoteCommandResponse(target, Status.OK, new BsonDocument(), elapsed, false, true);
    }

    /** The response to a command that ended without a reply. */
    public static RemoteCommandResponse failed(@Nullable ServerAddress target, Status status, Duration elapsed) {
        return new RemoteCommandResponse(target, status, new BsonDocument(), elapsed, false, false);
    }

    /** Whether there was an exchange, that is a status of OK. */
    public boolean isOk() {
        return status.isOk();
    }

    /**
     * Whether the server did what it was asked to: there is a reply, and it has {@code ok: 1}. A fire-and-forget
     * command that was sent counts as well done too; {@link #fireAndForget} shows that the server did not answer.
     */
    public boolean isCommandOk() {
        if (fireAndForget) {
            return status.isOk();
        }
        BsonValue ok = reply.get("ok");
        return status.isOk() && ok != null && (ok.isBoolean()
                ? ok.asBoolean().getValue()
                : ok.isNumber() && ok.asNumber().doubleValue() == 1.0);
    }

    @Override
    public String toString() {
        return "RemoteResponse" + (target == null ? "" : " from " + target) + " in " + elapsed.toMillis() + "ms "
                + (status.isOk() ? RemoteCommandRequest.shortened(shown()) : status.toString())
                + (moreToCome ? " (more to come)" : "") + (fireAndForget ? " (no reply was asked for)" : "");
    }

    /** The reply, without what a SASL conversation must keep to itself. */
    private String shown() {
        boolean secret = reply.containsKey("conversationId") || reply.containsKey("speculativeAuthenticate");
        return secret ? "{(not shown)}" : reply.toJson();
    }
}
