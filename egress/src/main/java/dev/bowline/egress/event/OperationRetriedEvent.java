package dev.bowline.egress.event;

import dev.bowline.egress.environment.ServerAddress;

/**
 * An attempt of an operation failed, and there will be another.
 *
 * @param operationId links it with the command events of all attempts
 * @param address the server of the failed attempt
 * @param failures how many attempts of the operation have failed by now
 * @param error the error that the application does not see unless the last attempt fails too
 */
public record OperationRetriedEvent(String commandName, String databaseName, long operationId, ServerAddress address,
        RetryReason reason, int failures, RuntimeException error) {}
