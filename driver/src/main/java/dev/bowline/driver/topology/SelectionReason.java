package dev.bowline.driver.topology;

import org.jspecify.annotations.Nullable;

/**
 * What a server is selected for; for messages only.
 *
 * @param operation the command's name
 * @param operationId the same for all commands of one operation, if it has one
 */
public record SelectionReason(String operation, @Nullable Long operationId) {
    static final SelectionReason UNNAMED = new SelectionReason("an operation", null);
}
