package dev.bowline.egress.environment;

/** Placeholder; becomes the production environment. */
final class SystemEnvironment {
    private SystemEnvironment() {}
}
