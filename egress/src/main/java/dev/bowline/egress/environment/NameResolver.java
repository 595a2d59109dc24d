package dev.bowline.egress.environment;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;

/** Finds the addresses of host names, in place of the JVM's own way. Called by many threads, and may block. */
@FunctionalInterface
public interface NameResolver {
    /** The addresses of a host, in the order in which they are to be tried; at least one. */
    List<InetAddress> resolve(String host) throws UnknownHostException;
}
