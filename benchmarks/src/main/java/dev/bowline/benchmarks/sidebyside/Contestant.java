package dev.bowline.benchmarks.sidebyside;

/** Somebody who can do the work. */
interface Contestant extends AutoCloseable {
    /** One operation of the task, to be run over and over, by many threads at once. */
    Runnable operation(Task task);

    @Override
    void close();

    static Contestant named(String name, String uri) {
        return switch (name) {
            case "bowline" -> new BowlineContestant(uri);
            case "official" -> new OfficialContestant(uri);
            case "socket" -> new SocketContestant(uri);
            default -> throw new IllegalArgumentException("There is no contestant '" + name + "'");
        };
    }
}
