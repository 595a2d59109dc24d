package dev.bowline.driver.topology;

import java.util.Map;

/** How monitors learn of changes: the option {@code serverMonitoringMode}. */
public enum ServerMonitoringMode {
    /** The server tells at once, where it can; a second connection measures round trips. */
    STREAM,
    /** The client asks every {@code heartbeatFrequencyMS}. */
    POLL,
    /** As {@link #POLL} where the client runs as a short-lived function, elsewhere as {@link #STREAM}. */
    AUTO;

    /** @param variables the process's environment variables, which tell where it runs */
    boolean streams(Map<String, String> variables) {
        return switch (this) {
            case STREAM -> true;
            case POLL -> false;
            case AUTO -> !isFunction(variables);
        };
    }

    /** Whether the process is one of the function services named by the handshake specification. */
    private static boolean isFunction(Map<String, String> variables) {
        return variables.getOrDefault("AWS_EXECUTION_ENV", "").startsWith("AWS_Lambda_")
                || variables.containsKey("AWS_LAMBDA_RUNTIME_API")
                || variables.containsKey("FUNCTIONS_WORKER_RUNTIME")
                || variables.containsKey("K_SERVICE")
                || variables.containsKey("FUNCTION_NAME")
                || variables.containsKey("VERCEL");
    }
}
