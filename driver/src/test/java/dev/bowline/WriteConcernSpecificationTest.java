package dev.bowline;

import static dev.bowline.driver.SpecificationData.onlyFields;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bowline.driver.SpecificationData;
import dev.bowline.driver.SpecificationData.Case;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.TestFactory;

/** The suite of read and write concerns as documents. */
class WriteConcernSpecificationTest {
    @TestFactory
    List<DynamicNode> documents() {
        return SpecificationData.suite("read-write-concern/document", WriteConcernSpecificationTest::cases);
    }

    private static List<Case> cases(BsonDocument file) {
        onlyFields(file, Set.of("tests"));
        List<Case> cases = new ArrayList<>();
        for (BsonValue test : file.getArray("tests")) {
            BsonDocument one = test.asDocument();
            cases.add(new Case(one.getString("description").getValue(), () -> run(one)));
        }
        return cases;
    }

    private static void run(BsonDocument test) {
        if (test.containsKey("readConcern")) {
            runReadConcern(test);
            return;
        }
        onlyFields(test, Set.of("description", "valid", "writeConcern", "writeConcernDocument", "isServerDefault",
                "isAcknowledged"));
        BsonDocument given = test.getDocument("writeConcern");
        onlyFields(given, Set.of("w", "wtimeoutMS", "journal"));
        if (!test.getBoolean("valid").getValue()) {
            assertThatThrownBy(() -> concern(given)).isInstanceOf(IllegalArgumentException.class);
            return;
        }
        WriteConcern concern = concern(given);
        assertThat(concern.toDocument()).isEqualTo(test.getDocument("writeConcernDocument"));
        assertThat(concern.isServerDefault()).isEqualTo(test.getBoolean("isServerDefault").getValue());
        assertThat(concern.isAcknowledged()).isEqualTo(test.getBoolean("isAcknowledged").getValue());
    }

    private static void runReadConcern(BsonDocument test) {
        onlyFields(test, Set.of("description", "valid", "readConcern", "readConcernDocument", "isServerDefault"));
        BsonDocument given = test.getDocument("readConcern");
        ReadConcern concern = given.isEmpty()
                ? ReadConcern.DEFAULT
                : ReadConcern.of(given.getString("level").getValue());
        assertThat(concern.toDocument()).isEqualTo(test.getDocument("readConcernDocument"));
        assertThat(concern.isServerDefault()).isEqualTo(test.getBoolean("isServerDefault").getValue());
    }

    private static WriteConcern concern(BsonDocument given) {
        WriteConcern concern = WriteConcern.DEFAULT;
        if (given.containsKey("w")) {
            concern = given.isString("w")
                    ? concern.withW(given.getString("w").getValue())
                    : concern.withW(given.getInt32("w").getValue());
        }
        if (given.containsKey("wtimeoutMS")) {
            concern = concern.withTimeout(Duration.ofMillis(given.getInt32("wtimeoutMS").getValue()));
        }
        return given.containsKey("journal") ? concern.withJournal(given.getBoolean("journal").getValue()) : concern;
    }
}
