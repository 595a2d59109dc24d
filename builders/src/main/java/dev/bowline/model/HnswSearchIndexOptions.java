package dev.bowline.model;

/** The graph by which a vector index finds neighbors. */
public final class HnswSearchIndexOptions extends StageOptions<HnswSearchIndexOptions> {
    HnswSearchIndexOptions() {}

    /** How many neighbors a vector is connected with. */
    public HnswSearchIndexOptions maxEdges(int maxEdges) {
        return option("maxEdges", maxEdges);
    }

    /** How many candidates are looked at for each connection. */
    public HnswSearchIndexOptions numEdgeCandidates(int numEdgeCandidates) {
        return option("numEdgeCandidates", numEdgeCandidates);
    }
}
