package dev.bowline.simulator.bson;

/** A document that a text search has found, on its way through a pipeline. Its copies keep the score. */
public final class ScoredDocument extends Document {
    private final double score;

    /** A document with the fields of another, and a score. */
    public ScoredDocument(Document fields, double score) {
        super(fields);
        this.score = score;
    }

    /** How well the document fits the search. */
    public double score() {
        return score;
    }

    /** What a stage has made of a document, with the score of that document if it has one. */
    public static Document keepScore(Document made, Document from) {
        return from instanceof ScoredDocument scored && !(made instanceof ScoredDocument)
                ? new ScoredDocument(made, scored.score)
                : made;
    }

    @Override
    @SuppressWarnings("MethodDoesntCallSuperMethod")
    public ScoredDocument clone() {
        return new ScoredDocument(this, score);
    }
}
