package dev.bowline;

/** What the counts a user hands over must be like. */
final class Sizes {
    private Sizes() {}

    static int requirePositive(String name, int value) {
        if (value <= 0) {
            throw new IllegalArgumentException("The " + name + " is " + value + ", which is not above 0");
        }
        return value;
    }

    static int requireNotNegative(String name, int value) {
        if (value < 0) {
            throw new IllegalArgumentException("The " + name + " is " + value + ", which is below 0");
        }
        return value;
    }
}
