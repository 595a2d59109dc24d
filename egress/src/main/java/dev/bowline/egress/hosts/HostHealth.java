package dev.bowline.egress.hosts;

/** How a host of a {@link HostPools} is doing. */
public enum HostHealth {
    /** Nothing is known against it. */
    HEALTHY,
    /** The last connection could not be set up, and none has been since. */
    FAILED,
    /** No request came for it during the host timeout; it is about to be removed, unless its group keeps it. */
    EXPIRED
}
