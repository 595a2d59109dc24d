package dev.bowline.simulator.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import de.bwaldvogel.mongo.backend.aggregation.Expression;
import de.bwaldvogel.mongo.bson.Document;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class NewerOperatorsTest {
    private static final Document ROOT = new Document("a", new Document("b", 5).append("x.y", 6)).append("d.e", 7);

    @Test
    void whatTheEngineKnowsIsLeftAlone() {
        Document stage = stage(new Document("$add", List.of("$a", 1)));
        assertThat(NewerOperators.inStage(stage)).isSameAs(stage);
        Document filter = new Document("a", new Document("$gt", 1));
        assertThat(NewerOperators.inFilter(filter)).isSameAs(filter);
    }

    @Test
    void accumulatorsAreNoOperators() {
        Document stage = new Document("$group", new Document("_id", "$$CURRENT.a")
                .append("x", new Document("$first", new Document("$first", List.of(field("$$CURRENT", "a"))))));
        assertThat(NewerOperators.inStage(stage)).isEqualTo(new Document("$group", new Document("_id", "$a")
                .append("x", new Document("$first", new Document("$arrayElemAt", List.of("$a", 0))))));
    }

    @Test
    void onlyExpressionsOfAFilterAreTouched() {
        Document condition = new Document("$eq", List.of(field("$$CURRENT", "a"), 1));
        Document filter = new Document("s", "$$CURRENT").append("$or", List.of(new Document("$expr", condition)));
        assertThat(NewerOperators.inFilter(filter)).isEqualTo(new Document("s", "$$CURRENT").append("$or",
                List.of(new Document("$expr", new Document("$eq", List.of("$a", 1))))));
    }

    @Test
    void fieldsAreFoundWhateverTheirNames() {
        assertThat(value(field("$$CURRENT", "a"))).isEqualTo(ROOT.get("a"));
        assertThat(value(field(field("$$CURRENT", "a"), "b"))).isEqualTo(5);
        assertThatThrownBy(() -> value(field("$$CURRENT", new Document("$literal", "$c"))))
                .isInstanceOf(ServerError.class).hasMessageContaining("'$c' is not simulated");
        assertThat(value(new Document("$getField", "d.e"))).isEqualTo(7);
        assertThat(value(field(new Document("$mergeObjects", List.of("$a", new Document("b", 8))), "b"))).isEqualTo(8);
    }

    @Test
    void fieldsAreSetAndRemovedWhateverTheirNames() {
        assertThat(value(change("$setField", "b", new Document("$add", List.of("$a.b", 1)))))
                .isEqualTo(new Document("b", 6).append("x.y", 6));
        assertThat(value(change("$setField", "x.y", 1))).isEqualTo(new Document("b", 5).append("x.y", 1));
        assertThat(value(new Document("$objectToArray", change("$setField", "$c", 9)))).asString().contains("$c");
        assertThat(value(change("$setField", "x.y", "$$REMOVE"))).isEqualTo(new Document("b", 5));
        assertThat(value(change("$unsetField", "b", null))).isEqualTo(new Document("x.y", 6));
    }

    @Test
    void theFirstBranchThatHoldsIsTaken() {
        Document choice = new Document("branches", List.of(
                new Document("case", new Document("$gt", List.of("$$CURRENT.a.b", 5))).append("then", "more"),
                new Document("case", new Document("$isNumber", "$a.b")).append("then", "number"),
                new Document("case", true).append("then", "late")));
        assertThatThrownBy(() -> value(new Document("$switch", choice))).isInstanceOf(ServerError.class)
                .hasMessageContaining("without a default");
        assertThat(value(new Document("$switch", choice.append("default", "none")))).isEqualTo("number");
    }

    @Test
    void whatIsANumberIsTold() {
        for (Map.Entry<Object, Boolean> entry : Map.<Object, Boolean>of(1, true, -1.5, true, 1L, true, "1", false,
                new Document(), false, List.of(1), false, true, false).entrySet()) {
            Document test = new Document("$isNumber", List.of(new Document("$literal", entry.getKey())));
            assertThat(value(test)).as("%s", entry.getKey()).isEqualTo(entry.getValue());
        }
    }

    @Test
    void nestedFunctionsHaveElementsOfTheirOwn() {
        Document inner = new Document("$map", new Document("input", List.of(1, 2)).append("in",
                List.of("$$this", "$$outer", field("$$CURRENT", "d"))));
        Document outer = new Document("$map", new Document("input", List.of(10)).append("as", "outer").append("in",
                new Document("$map", new Document("input", List.of(3)).append("in", inner))));
        assertThat(String.valueOf(value(outer))).isEqualTo("[[[[1, 10, null], [2, 10, null]]]]");
    }

    private static Document field(Object input, Object name) {
        return new Document("$getField", new Document("input", input).append("field", name));
    }

    private static Document change(String operator, String name, Object value) {
        return new Document(operator, new Document("field", new Document("$literal", name)).append("input", "$a")
                .append("value", value));
    }

    private static Document stage(Object expression) {
        return new Document("$project", new Document("x", expression));
    }

    private static Object value(Object expression) {
        Document project = (Document) NewerOperators.inStage(stage(expression)).get("$project");
        return ((Document) Expression.evaluateDocument(new Document("x", project.get("x")), ROOT)).get("x");
    }
}
