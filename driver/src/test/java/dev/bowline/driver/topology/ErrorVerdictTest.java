package dev.bowline.driver.topology;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bowline.driver.description.ServerDescription;
import dev.bowline.driver.description.ServerType;
import dev.bowline.driver.description.TopologyDescription;
import dev.bowline.driver.description.TopologyType;
import dev.bowline.driver.description.TopologyVersion;
import dev.bowline.driver.topology.ErrorVerdict.Clear;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.error.FailurePhase;
import dev.bowline.error.MongoClientException;
import dev.bowline.error.MongoCommandException;
import dev.bowline.error.MongoOperationTimeoutException;
import dev.bowline.error.MongoProtocolException;
import dev.bowline.error.MongoSecurityException;
import dev.bowline.error.MongoServerException;
import dev.bowline.error.MongoSocketException;
import dev.bowline.error.MongoSocketTimeoutException;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.types.ObjectId;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The document's handleError, branch by branch. */
class ErrorVerdictTest {
    private static final ServerAddress A = ServerAddress.parse("a");
    private static final ObjectId SERVICE = new ObjectId("00000000000000000000000a");
    private static final MongoSocketException BROKEN = new MongoSocketException("broken", A, FailurePhase.RECEIVING,
            true, null);
    private static final MongoSocketTimeoutException TIMED_OUT = new MongoSocketTimeoutException("slow", A,
            FailurePhase.RECEIVING, true, null);

    @ParameterizedTest
    @CsvSource({"11600, true, false", "91, true, false", "11602, false, false", "13436, false, false",
            "189, false, false", "10107, false, true", "13435, false, true", "10058, false, true"})
    void aStateChangeMarksUnknownAndAsksForACheckAndOnlyAShutdownClears(int code, boolean shutdown,
            boolean notPrimary) {
        ErrorVerdict verdict = judge(command("{ok: 0, code: " + code + "}"), 8, true);
        assertThat(verdict.unknown()).isNotNull();
        assertThat(verdict.requestCheck()).isTrue();
        assertThat(verdict.cancelCheck()).isFalse();
        assertThat(verdict.clear()).isEqualTo(shutdown ? Clear.POOL : Clear.NOTHING);
        assertThat(verdict.checkNow()).isEqualTo(notPrimary);
        assertThat(verdict.marksStale()).isEqualTo(notPrimary || shutdown);
        assertThat(judge(command("{ok: 0, code: " + code + "}"), 7, true).clear()).isEqualTo(Clear.POOL);
    }

    @ParameterizedTest
    @CsvSource({"6", "7", "89", "9001", "11601", "1"})
    void otherCodesSayNothingWhateverTheirMessage(int code) {
        assertThat(judge(command("{ok: 0, code: " + code + ", errmsg: 'not master or secondary'}"), 8, true))
                .isEqualTo(ErrorVerdict.IGNORE);
    }

    @Test
    void messagesCountOnlyWhereThereIsNoCode() {
        assertThat(StateChange.in(BsonDocument.parse("{ok: 0, errmsg: 'not master'}")))
                .isEqualTo(StateChange.NOT_WRITABLE_PRIMARY);
        assertThat(StateChange.in(BsonDocument.parse("{ok: 0, errmsg: 'xx not master or secondary xx'}")))
                .isEqualTo(StateChange.NODE_IS_RECOVERING);
        assertThat(StateChange.in(BsonDocument.parse("{ok: 0, errmsg: 'the node is recovering, not master'}")))
                .isEqualTo(StateChange.NODE_IS_RECOVERING);
        assertThat(StateChange.in(BsonDocument.parse("{ok: 0, errmsg: 'something else'}"))).isEqualTo(StateChange.NONE);
    }

    @Test
    void writeConcernErrorsCountAndWriteErrorsDoNot() {
        assertThat(StateChange.in(BsonDocument.parse("{ok: 1, writeConcernError: {code: 91, errmsg: 'x'}}")))
                .isEqualTo(StateChange.NODE_IS_SHUTTING_DOWN);
        assertThat(StateChange.in(BsonDocument.parse("{ok: 1, writeConcernError: {errmsg: 'not master'}}")))
                .isEqualTo(StateChange.NOT_WRITABLE_PRIMARY);
        assertThat(StateChange.in(BsonDocument.parse("{ok: 1, writeErrors: [{index: 0, code: 10107}]}")))
                .isEqualTo(StateChange.NONE);
        assertThat(StateChange.in(BsonDocument.parse("{ok: 0, code: 251, writeConcernError: {code: 91}}")))
                .isEqualTo(StateChange.NODE_IS_SHUTTING_DOWN);
        BsonDocument reply = BsonDocument.parse("{ok: 1, writeConcernError: {code: 10107}}");
        assertThat(judge(new MongoServerException("wce", 10107, reply, A), 8, true).unknown()).isNotNull();
    }

    @Test
    void aNetworkErrorMarksUnknownClearsAndCancels() {
        for (boolean completed : List.of(true, false)) {
            ErrorVerdict verdict = judge(BROKEN, 8, completed);
            assertThat(verdict.unknown().error()).isSameAs(BROKEN);
            assertThat(verdict.clear()).isEqualTo(Clear.POOL);
            assertThat(verdict.cancelCheck()).isTrue();
            assertThat(verdict.requestCheck()).isFalse();
        }
    }

    @Test
    void aTimeoutCountsOnlyBeforeTheHandshakeCompletes() {
        assertThat(judge(TIMED_OUT, 8, true)).isEqualTo(ErrorVerdict.IGNORE);
        assertThat(judge(TIMED_OUT, 8, false).clear()).isEqualTo(Clear.POOL);
        assertThat(judge(new MongoOperationTimeoutException("slow", TIMED_OUT), 8, true))
                .isEqualTo(ErrorVerdict.IGNORE);
        assertThat(judge(new MongoOperationTimeoutException("slow", TIMED_OUT), 0, false).unknown()).isNotNull();
    }

    @Test
    void aFailedAuthenticationMarksUnknownAndClears() {
        MongoSecurityException refused = new MongoSecurityException("refused", command("{ok: 0, code: 18}"));
        assertThat(judge(refused, 8, false).clear()).isEqualTo(Clear.POOL);
        assertThat(judge(refused, 8, false).cancelCheck()).isTrue();
        assertThat(judge(refused, 8, true)).isEqualTo(ErrorVerdict.IGNORE);
        MongoSecurityException broken = new MongoSecurityException("broken", BROKEN);
        assertThat(judge(broken, 8, false).clear()).isEqualTo(Clear.POOL);
        MongoSecurityException recovering = new MongoSecurityException("refused", command("{ok: 0, code: 11602}"));
        assertThat(judge(recovering, 8, false).requestCheck()).isTrue();
        assertThat(judge(recovering, 8, false).clear()).isEqualTo(Clear.NOTHING);
        assertThat(judge(new MongoProtocolException("garbage"), 0, false).clear()).isEqualTo(Clear.POOL);
    }

    @Test
    void aRefusedHelloIsLikeAFailedAuthenticationWithoutACredentialToo() {
        MongoCommandException refused = command("{ok: 0, code: 2, errmsg: 'bad client metadata'}");
        assertThat(judge(refused, 0, false).unknown().error()).isSameAs(refused);
        assertThat(judge(refused, 0, false).clear()).isEqualTo(Clear.POOL);
        assertThat(judge(refused, 8, true)).isEqualTo(ErrorVerdict.IGNORE);
    }

    @Test
    void theDriversOwnErrorsSayNothing() {
        assertThat(judge(new MongoClientException("bad use"), 8, true)).isEqualTo(ErrorVerdict.IGNORE);
        assertThat(judge(new MongoClientException("bad use"), 8, false)).isEqualTo(ErrorVerdict.IGNORE);
    }

    @Test
    void anOlderGenerationOrTopologyVersionIsStale() {
        TopologyDescription topology = standalone(new TopologyVersion(SERVICE, 5));
        assertThat(ErrorVerdict.of(topology, A, 2, new ApplicationError(BROKEN, 1, null, 8, true)))
                .isEqualTo(ErrorVerdict.IGNORE);
        assertThat(ErrorVerdict.of(topology, A, 1, new ApplicationError(BROKEN, 1, null, 8, true)).unknown())
                .isNotNull();
        assertThat(withCounter(topology, 4)).isEqualTo(ErrorVerdict.IGNORE);
        assertThat(withCounter(topology, 5)).isEqualTo(ErrorVerdict.IGNORE);
        assertThat(withCounter(topology, 6).unknown().topologyVersion()).isEqualTo(new TopologyVersion(SERVICE, 6));
    }

    @Test
    void aStrangersErrorIsIgnored() {
        assertThat(ErrorVerdict.of(standalone(null), ServerAddress.parse("b"), 0,
                new ApplicationError(BROKEN, 0, null, 8, true))).isEqualTo(ErrorVerdict.IGNORE);
    }

    @Test
    void behindALoadBalancerOnlyTheServiceIsCleared() {
        TopologyDescription topology = TopologyDescription.of(TopologyType.LOAD_BALANCED, null,
                List.of(ServerDescription.loadBalancer(A)));
        ErrorVerdict network = ErrorVerdict.of(topology, A, 0, new ApplicationError(BROKEN, 0, SERVICE, 17, true));
        assertThat(network.unknown()).isNull();
        assertThat(network.clear()).isEqualTo(Clear.SERVICE);
        assertThat(ErrorVerdict.of(topology, A, 0, new ApplicationError(BROKEN, 0, null, 0, false)).clear())
                .isEqualTo(Clear.NOTHING);
        ErrorVerdict shutdown = ErrorVerdict.of(topology, A, 0,
                new ApplicationError(command("{ok: 0, code: 91}"), 0, SERVICE, 17, true));
        assertThat(shutdown.unknown()).isNull();
        assertThat(shutdown.clear()).isEqualTo(Clear.SERVICE);
        assertThat(ErrorVerdict.of(topology, A, 0,
                new ApplicationError(command("{ok: 0, code: 10107}"), 0, SERVICE, 17, true)).clear())
                .isEqualTo(Clear.NOTHING);
    }

    private static ErrorVerdict withCounter(TopologyDescription topology, long counter) {
        return ErrorVerdict.of(topology, A, 0,
                new ApplicationError(command("{ok: 0, code: 10107, topologyVersion: {processId: ObjectId('"
                        + SERVICE.toHexString() + "'), counter: NumberLong(" + counter + ")}}"), 0, null, 9, true));
    }

    private static ErrorVerdict judge(RuntimeException error, int wireVersion, boolean completed) {
        return ErrorVerdict.of(standalone(null), A, 0, new ApplicationError(error, 0, null, wireVersion, completed));
    }

    private static TopologyDescription standalone(@Nullable TopologyVersion version) {
        return TopologyDescription.of(TopologyType.SINGLE, null, List.of(ServerDescription.builder(A)
                .type(ServerType.STANDALONE).wireVersions(0, 9).topologyVersion(version).build()));
    }

    private static MongoCommandException command(String reply) {
        return new MongoCommandException(BsonDocument.parse(reply), A);
    }
}
