/**
 * Proves that a client never stands still: real threads of every kind, listeners and logs on, carriers occupied, while
 * members of the deployment are killed, frozen and stepped down. The client runs in a process of its own, so that
 * nothing that it starves is part of the servers.
 */
package dev.bowline.standstill;
