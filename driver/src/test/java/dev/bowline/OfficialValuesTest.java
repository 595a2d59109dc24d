package dev.bowline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bowline.changestream.FullDocument;
import dev.bowline.changestream.NamespaceType;
import dev.bowline.changestream.OperationType;
import dev.bowline.options.Collation;
import dev.bowline.options.CollationAlternate;
import dev.bowline.options.CollationCaseFirst;
import dev.bowline.options.CollationMaxVariable;
import dev.bowline.options.CollationStrength;
import org.junit.jupiter.api.Test;

/** Holds collations and the kinds of events to the official ones. */
class OfficialValuesTest {
    @Test
    void theBuilderSaysTheSameAsTheOfficialOne() {
        Collation ours = Collation.builder().locale("de").caseLevel(true).collationCaseFirst(CollationCaseFirst.UPPER)
                .collationStrength(CollationStrength.QUATERNARY).numericOrdering(true)
                .collationAlternate(CollationAlternate.SHIFTED).collationMaxVariable(CollationMaxVariable.SPACE)
                .normalization(true).backwards(true).build();
        assertThat(ours.toDocument())
                .isEqualTo(com.mongodb.client.model.Collation.builder().locale("de").caseLevel(true)
                        .collationCaseFirst(com.mongodb.client.model.CollationCaseFirst.UPPER)
                        .collationStrength(com.mongodb.client.model.CollationStrength.QUATERNARY).numericOrdering(true)
                        .collationAlternate(com.mongodb.client.model.CollationAlternate.SHIFTED)
                        .collationMaxVariable(com.mongodb.client.model.CollationMaxVariable.SPACE).normalization(true)
                        .backwards(true).build().asDocument());
        assertThat(Collation.builder(ours).locale("fr").build()).isEqualTo(ours.withLocale("fr")).isNotEqualTo(ours);
    }

    @Test
    void namesAndNumbersAreThoseOfTheOfficialDriver() {
        for (var theirs : com.mongodb.client.model.CollationStrength.values()) {
            assertThat(CollationStrength.valueOf(theirs.name()).value()).isEqualTo(theirs.getIntRepresentation());
        }
        for (var theirs : com.mongodb.client.model.CollationCaseFirst.values()) {
            assertThat(CollationCaseFirst.valueOf(theirs.name()).value()).isEqualTo(theirs.getValue());
        }
        for (var theirs : com.mongodb.client.model.CollationAlternate.values()) {
            assertThat(CollationAlternate.valueOf(theirs.name()).value()).isEqualTo(theirs.getValue());
        }
        for (var theirs : com.mongodb.client.model.CollationMaxVariable.values()) {
            assertThat(CollationMaxVariable.valueOf(theirs.name()).value()).isEqualTo(theirs.getValue());
        }
    }

    @Test
    void kindsOfEventsAreThoseOfTheOfficialDriver() {
        for (var theirs : com.mongodb.client.model.changestream.OperationType.values()) {
            assertThat(OperationType.fromString(theirs.getValue())).isEqualTo(OperationType.valueOf(theirs.name()));
        }
        for (var theirs : com.mongodb.client.model.changestream.NamespaceType.values()) {
            assertThat(NamespaceType.fromString(theirs.getValue())).isEqualTo(NamespaceType.valueOf(theirs.name()));
        }
        for (var theirs : com.mongodb.client.model.changestream.FullDocument.values()) {
            assertThat(FullDocument.valueOf(theirs.name()).value()).isEqualTo(theirs.getValue());
        }
        assertThat(OperationType.fromString("shardCollection")).isEqualTo(OperationType.OTHER);
    }
}
