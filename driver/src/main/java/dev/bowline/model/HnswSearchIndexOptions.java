package dev.bowline.model;

/** The graph by which a vector index finds neighbours. */
public final class HnswSearchIndexOptions {
    private Clause given = Clause.empty();

    HnswSearchIndexOptions() {}

    /** How many neighbours a vector is connected with. */
    public HnswSearchIndexOptions maxEdges(int maxEdges) {
        given = given.and("maxEdges", maxEdges);
        return this;
    }

    /** How many candidates are looked at for each connection. */
    public HnswSearchIndexOptions numEdgeCandidates(int numEdgeCandidates) {
        given = given.and("numEdgeCandidates", numEdgeCandidates);
        return this;
    }

    Clause toClause() {
        return given;
    }
}
