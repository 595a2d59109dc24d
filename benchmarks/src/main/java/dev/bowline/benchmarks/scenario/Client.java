package dev.bowline.benchmarks.scenario;

/** A client of either driver, for those who want no more than to have one and to use it. */
interface Client extends AutoCloseable {
    String DATABASE = "bowline_bench";

    /** Finds one document by its id. */
    void find();

    /**
     * Inserts a document with this id. Only the primary is asked, so that what is felt is the driver and not
     * replication.
     */
    void insert(String id);

    @Override
    void close();

    static Client open(String contestant, String uri) {
        return contestant.equals("bowline") ? new BowlineClient(uri) : new OfficialClient(uri);
    }
}
