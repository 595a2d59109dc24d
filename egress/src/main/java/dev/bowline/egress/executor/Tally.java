package dev.bowline.egress.executor;

/** Counts what became of commands. Guarded by the lock of its owner. */
final class Tally {
    long sent;
    private long succeeded;
    private long failed;
    private long failedRemotely;
    private long timedOut;
    private long canceled;

    void count(RemoteCommandResponse response) {
        switch (response.status().code()) {
            case OK -> {
                if (response.isCommandOk()) {
                    succeeded++;
                } else {
                    failedRemotely++;
                }
            }
            case NETWORK_TIMEOUT -> timedOut++;
            case CALLBACK_CANCELED, SHUTDOWN_IN_PROGRESS -> canceled++;
            case HOST_UNREACHABLE, PROTOCOL_ERROR, AUTHENTICATION_FAILED, INCOMPATIBLE_SERVER_VERSION, POOL_FAILURE,
                    INTERNAL_ERROR ->
                failed++;
        }
    }

    NetworkCounters counters() {
        return new NetworkCounters(sent, succeeded, failed, failedRemotely, timedOut, canceled);
    }
}
