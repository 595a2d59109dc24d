package dev.bowline.benchmarks.sidebyside;

/** A driver that can do the work. A name with "-virtual" is the same contestant called by virtual threads. */
interface Contestant extends AutoCloseable {
    String VIRTUAL = "-virtual";

    /** The operation of one of the callers, which uses it alone. */
    Operation operation(Work work, int caller);

    @Override
    void close();

    /**
     * The contestant of this name, connected and ready for the work.
     *
     * @param stored whether the server keeps what is written
     */
    static Contestant named(String name, String uri, Work work, boolean stored) {
        boolean ours = name.startsWith("bowline");
        if (work.isLocal()) {
            return ours ? new BowlineParts(work) : new OfficialParts(work);
        }
        if (SeenContestant.NAMES.contains(name)) {
            return new SeenContestant(name, uri, stored);
        }
        return switch (name) {
            case "bowline", "bowline-virtual" -> new BowlineContestant(uri, stored);
            case "bowline-async" -> new BowlineAsyncContestant(uri, stored);
            case "official", "official-virtual" -> OfficialContestant.official(uri, stored);
            case "bowline-sync" -> OfficialContestant.overBowline(uri, stored, false);
            case "bowline-sync-fetched" -> OfficialContestant.overBowline(uri, stored, true);
            case "reactive" -> new ReactiveContestant(uri, stored);
            case "socket" -> new SocketContestant(uri);
            default -> throw new IllegalArgumentException("There is no contestant '" + name + "'");
        };
    }
}
