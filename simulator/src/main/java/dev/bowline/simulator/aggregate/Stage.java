package dev.bowline.simulator.aggregate;

import dev.bowline.simulator.bson.Document;
import java.util.Iterator;

/** One step of a pipeline. */
@FunctionalInterface
interface Stage {
    Iterator<Document> run(Iterator<Document> input, Run run);
}
