package dev.bowline.driver.operation;

/**
 * Marks a codec whose documents are inserted as they are: one without an id gets it from the server, and no ids are
 * reported.
 */
public interface LeavesIdsToServer {}
