package dev.bowline.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bowline.egress.connection.ConnectionFactory;
import dev.bowline.egress.connection.ConnectionSettings;
import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.environment.Environment;
import dev.bowline.egress.executor.DirectClient;
import dev.bowline.error.MongoCommandException;
import dev.bowline.error.MongoProtocolException;
import dev.bowline.error.MongoSocketException;
import dev.bowline.simulator.time.Simulation;
import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.junit.jupiter.api.Test;

/** Each control of a deployment, seen by a client, in virtual time. */
class ControlsTest {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private interface Scenario {
        void play(Stage stage);
    }

    /** A deployment and a client of each member, in one simulation. */
    private static final class Stage {
        final Simulation simulation;
        final Environment environment;
        final Deployment deployment;

        Stage(Simulation simulation, UnaryOperator<DeploymentBuilder> shape) {
            this.simulation = simulation;
            this.environment = simulation.environment();
            this.deployment = shape.apply(Deployment.builder().replicaSet(3))
                    .environment(simulation.environmentOf("deployment")).network(simulation.network()).start();
        }

        DirectClient client(Member member) {
            return client(member, ConnectionSettings.defaults());
        }

        DirectClient client(Member member, ConnectionSettings settings) {
            return new DirectClient(environment, new ConnectionFactory(environment, settings), member.address(),
                    PATIENCE);
        }

        Member secondary() {
            return deployment.secondaries().get(0);
        }

        Duration time(Runnable action) {
            long start = environment.nanoTime();
            action.run();
            return Duration.ofNanos(environment.nanoTime() - start);
        }

        void pass(Duration time) {
            Deadline wake = Deadline.after(environment, time);
            while (!wake.isExpired(environment)) {
                environment.park(wake);
            }
        }
    }

    private static void play(Scenario scenario) {
        play(builder -> builder, scenario);
    }

    private static void play(UnaryOperator<DeploymentBuilder> shape, Scenario scenario) {
        boolean[] played = new boolean[1];
        Simulation simulation = new Simulation(3);
        simulation.run(() -> {
            Stage stage = new Stage(simulation, shape);
            stage.deployment.awaitPrimary();
            scenario.play(stage);
            stage.deployment.close();
            played[0] = true;
        });
        assertThat(played[0]).isTrue();
    }

    private static BsonDocument run(DirectClient client, String json) {
        return client.command("test", BsonDocument.parse(json));
    }

    private static BsonDocument admin(DirectClient client, String json) {
        return client.command("admin", BsonDocument.parse(json));
    }

    private static int count(DirectClient client) {
        return run(client, "{count: 'c', $readPreference: {mode: 'secondaryPreferred'}}").getNumber("n").intValue();
    }

    private static void insert(DirectClient client, int id) {
        BsonDocument reply = run(client, "{insert: 'c', documents: [{_id: " + id + "}]}");
        assertThat(reply.containsKey("writeErrors")).isFalse();
    }

    private static void fails(Runnable action, int code) {
        assertThatThrownBy(action::run).isInstanceOfSatisfying(MongoCommandException.class,
                e -> assertThat(e.code()).isEqualTo(code));
    }

    private static void breaks(Runnable action) {
        assertThatThrownBy(action::run).isInstanceOf(MongoSocketException.class);
    }

    @Test
    void requestsAndRepliesAreDelayedByDirection() {
        play(stage -> {
            Member primary = stage.deployment.awaitPrimary();
            DirectClient client = stage.client(primary);
            insert(client, 0);
            Duration usual = stage.time(() -> insert(client, 1));
            assertThat(usual).isLessThan(Duration.ofMillis(5));
            stage.deployment.delayRequests(primary, Duration.ofMillis(200));
            assertThat(stage.time(() -> insert(client, 2)).toMillis()).isBetween(200L, 205L);
            stage.deployment.delayReplies(primary, Duration.ofMillis(300));
            assertThat(stage.time(() -> insert(client, 3)).toMillis()).isBetween(500L, 505L);
            stage.deployment.clearFaults();
            assertThat(stage.time(() -> insert(client, 4))).isLessThan(Duration.ofMillis(5));
        });
    }

    @Test
    void aDroppedRequestIsNotExecutedAndOneWhoseReplyIsDroppedIs() {
        play(stage -> {
            Member primary = stage.deployment.awaitPrimary();
            DirectClient client = stage.client(primary);
            insert(client, 0);
            stage.deployment.dropRequests(primary, true);
            breaks(() -> insert(client, 1));
            stage.deployment.dropRequests(primary, false);
            assertThat(count(client)).isEqualTo(1);
            stage.deployment.dropReplies(primary, true);
            breaks(() -> insert(client, 2));
            stage.deployment.dropReplies(primary, false);
            assertThat(count(client)).isEqualTo(2);
        });
    }

    @Test
    void aDamagedReplyIsNoticedAndTheNextIsWhole() {
        play(stage -> {
            Member primary = stage.deployment.awaitPrimary();
            DirectClient client = stage.client(primary);
            insert(client, 0);
            stage.deployment.corruptReplies(primary, 1);
            assertThatThrownBy(() -> insert(client, 1)).isInstanceOf(MongoProtocolException.class);
            assertThat(count(client)).isEqualTo(2);
        });
    }

    @Test
    void aConnectionBreaksInsideAReply() {
        play(stage -> {
            Member primary = stage.deployment.awaitPrimary();
            DirectClient client = stage.client(primary);
            insert(client, 0);
            stage.deployment.closeAfterBytes(primary, 30);
            breaks(() -> count(client));
            assertThat(count(client)).isEqualTo(1);
        });
    }

    @Test
    void newConnectionsAreRefusedWhileOpenOnesStay() {
        play(stage -> {
            Member primary = stage.deployment.awaitPrimary();
            DirectClient open = stage.client(primary);
            insert(open, 0);
            stage.deployment.refuseConnections(primary, true);
            insert(open, 1);
            breaks(() -> insert(stage.client(primary), 2));
            stage.deployment.refuseConnections(primary, false);
            insert(stage.client(primary), 2);
            stage.deployment.closeConnections(primary);
            breaks(() -> insert(open, 3));
        });
    }

    @Test
    void aFrozenMemberAnswersWhenItThaws() {
        play(stage -> {
            Member secondary = stage.secondary();
            DirectClient client = stage.client(secondary);
            admin(client, "{ping: 1}");
            stage.deployment.freeze(secondary);
            stage.environment.start("thaw", () -> {
                stage.pass(Duration.ofSeconds(3));
                stage.deployment.thaw(secondary);
            });
            assertThat(stage.time(() -> admin(client, "{ping: 1}")).toMillis()).isBetween(3000L, 3005L);
        });
    }

    @Test
    void aMemberThatIsCutOffFromClientsIsStillOneOfTheSet() {
        play(stage -> {
            Member primary = stage.deployment.awaitPrimary();
            DirectClient client = stage.client(primary);
            insert(client, 0);
            stage.deployment.partitionFromClients(primary);
            breaks(() -> insert(client, 1));
            assertThat(stage.deployment.awaitPrimary()).isSameAs(primary);
            stage.deployment.healFromClients(primary);
            insert(client, 2);
        });
    }

    @Test
    void anIsolatedPrimaryIsSucceededAndItsWritesAreRolledBackWhenItRejoins() {
        play(stage -> {
            Member old = stage.deployment.awaitPrimary();
            DirectClient client = stage.client(old);
            insert(client, 0);
            stage.deployment.isolate(old);
            run(client, "{insert: 'c', documents: [{_id: 1}], writeConcern: {w: 1}}");
            stage.pass(Duration.ofSeconds(1));
            Member successor = stage.deployment.awaitPrimary();
            assertThat(successor).isNotSameAs(old);
            assertThat(stage.deployment.term(successor)).isGreaterThan(1);
            fails(() -> insert(client, 2), 10107);
            insert(stage.client(successor), 3);
            stage.deployment.heal();
            stage.pass(Duration.ofSeconds(1));
            assertThat(run(client, "{distinct: 'c', key: '_id', $readPreference: {mode: 'nearest'}}")
                    .getArray("values")).containsExactly(new BsonInt32(0), new BsonInt32(3));
        });
    }

    @Test
    void aLaggingMemberShowsTheWriteLater() {
        play(stage -> {
            Member secondary = stage.secondary();
            stage.deployment.lag(secondary, Duration.ofSeconds(5));
            insert(stage.client(stage.deployment.awaitPrimary()), 0);
            DirectClient reader = stage.client(secondary);
            assertThat(count(reader)).isZero();
            stage.pass(Duration.ofSeconds(6));
            assertThat(count(reader)).isEqualTo(1);
        });
    }

    @Test
    void aRecoveringMemberRefusesReadsAndWrites() {
        play(stage -> {
            Member secondary = stage.secondary();
            DirectClient client = stage.client(secondary);
            assertThat(count(client)).isZero();
            fails(() -> run(client, "{count: 'c'}"), 13435);
            stage.deployment.recovering(secondary, true);
            fails(() -> count(client), 13436);
            stage.deployment.recovering(secondary, false);
            assertThat(count(client)).isZero();
        });
    }

    @Test
    void eachKindOfMemberSaysWhatItIs() {
        play(builder -> builder.passive(1).hidden(1).arbiters(1).tags(0, java.util.Map.of("dc", "east")), stage -> {
            List<BsonDocument> hellos = stage.deployment.members().stream()
                    .map(member -> admin(stage.client(member), "{hello: 1}")).toList();
            assertThat(hellos).hasSize(6);
            assertThat(hellos.get(0).getArray("hosts")).hasSize(3);
            assertThat(hellos.get(0).getArray("passives")).hasSize(1);
            assertThat(hellos.get(0).getArray("arbiters")).hasSize(1);
            assertThat(hellos.get(0).getDocument("tags").getString("dc")).isEqualTo(new BsonString("east"));
            assertThat(hellos.get(3).getBoolean("passive").getValue()).isTrue();
            assertThat(hellos.get(4).getBoolean("hidden").getValue()).isTrue();
            assertThat(hellos.get(5).getBoolean("arbiterOnly").getValue()).isTrue();
            for (int i = 3; i < 6; i++) {
                assertThat(stage.deployment.elect(stage.deployment.member(i))).as("member " + i).isFalse();
            }
            assertThat(stage.deployment.connectionString()).doesNotContain(
                    stage.deployment.member(4).address().toString(), stage.deployment.member(5).address().toString());
        });
    }

    @Test
    void aFrozenCandidateIsNotElectedByItselfAndStepDownIsACommand() {
        play(stage -> {
            Member primary = stage.deployment.awaitPrimary();
            Member other = stage.deployment.secondaries().get(1);
            admin(stage.client(stage.secondary()), "{replSetFreeze: 60}");
            fails(() -> admin(stage.client(primary), "{replSetFreeze: 60}"), 95);
            fails(() -> admin(stage.client(other), "{replSetStepDown: 60}"), 10107);
            admin(stage.client(primary), "{replSetStepDown: 60}");
            stage.pass(Duration.ofSeconds(1));
            assertThat(stage.deployment.awaitPrimary()).isSameAs(other);
            BsonDocument status = admin(stage.client(primary), "{replSetGetStatus: 1}");
            assertThat(status.getNumber("myState").intValue()).isEqualTo(2);
            assertThat(status.getArray("members")).hasSize(3).anySatisfy(
                    member -> assertThat(member.asDocument().getString("stateStr").getValue()).isEqualTo("PRIMARY"));
        });
    }

    @Test
    void aMemberThatShutsDownAnswersWatchersAtOnceAndOthersUntilItEnds() {
        play(stage -> {
            Member primary = stage.deployment.awaitPrimary();
            DirectClient watcher = stage.client(primary);
            BsonDocument version = admin(watcher, "{hello: 1}").getDocument("topologyVersion");
            DirectClient reader = stage.client(primary);
            assertThat(count(reader)).isZero();
            stage.environment.start("shutdown", () -> {
                stage.pass(Duration.ofSeconds(1));
                breaks(() -> admin(stage.client(primary), "{shutdown: 1, timeoutSecs: 5}"));
            });
            BsonDocument awaited = BsonDocument.parse("{hello: 1, maxAwaitTimeMS: 10000}").append("topologyVersion",
                    version);
            assertThat(stage.time(() -> fails(() -> watcher.command("admin", awaited), 91)).toMillis())
                    .isBetween(1000L, 1010L);
            assertThatThrownBy(() -> admin(watcher, "{hello: 1}")).isInstanceOfSatisfying(MongoCommandException.class,
                    e -> {
                        assertThat(e.code()).isEqualTo(91);
                        assertThat(e.response().getDocument("topologyVersion").getNumber("counter").longValue())
                                .isGreaterThan(version.getNumber("counter").longValue());
                    });
            assertThat(count(reader)).as("what is not hello is answered").isZero();
            stage.pass(Duration.ofSeconds(6));
            breaks(() -> count(reader));
            assertThat(stage.deployment.awaitPrimary()).isNotSameAs(primary);
            stage.deployment.restart(primary);
            admin(stage.client(primary), "{hello: 1}");
        });
    }

    @Test
    void theEnginesOwnClockAndIdsAreTheSimulationsToo() {
        List<String> seen = new java.util.ArrayList<>();
        for (int i = 0; i < 2; i++) {
            play(stage -> {
                DirectClient client = stage.client(stage.deployment.awaitPrimary());
                insert(client, 0);
                run(client,
                        "{update: 'c', updates: [{q: {_id: 0}, u: {$currentDate: {d: true, t: {$type: 'timestamp'}}}},"
                                + " {q: {x: 1}, u: {$set: {y: 1}}, upsert: true}]}");
                BsonDocument reply = run(client,
                        "{aggregate: 'c', pipeline: [{$addFields: {now: '$$NOW'}}], cursor: {}}");
                BsonDocument first = reply.getDocument("cursor").getArray("firstBatch").get(0).asDocument();
                long start = java.time.Instant.parse("2024-05-10T00:00:00Z").toEpochMilli();
                assertThat(first.getDateTime("d").getValue()).isBetween(start, start + 10_000);
                assertThat(first.getDateTime("now").getValue()).isBetween(start, start + 10_000);
                assertThat(first.getTimestamp("t").getTime() * 1000L).isBetween(start, start + 10_000);
                seen.add(reply.getDocument("cursor").getArray("firstBatch").toString());
            });
        }
        assertThat(seen.get(0)).isEqualTo(seen.get(1));
    }

    @Test
    void everyRequestAndReplyCanBeRecorded() {
        play(stage -> {
            Member primary = stage.deployment.awaitPrimary();
            DirectClient client = stage.client(primary);
            insert(client, 0);
            stage.deployment.record(true);
            insert(client, 1);
            stage.deployment.record(false);
            insert(client, 2);
            assertThat(stage.deployment.exchanges()).singleElement().satisfies(exchange -> {
                assertThat(exchange.commandName()).isEqualTo("insert");
                assertThat(exchange.server()).isEqualTo(primary.address());
                assertThat(exchange.request().getArray("documents").get(0).asDocument().getInt32("_id").getValue())
                        .isEqualTo(1);
                assertThat(exchange.reply().getNumber("n").intValue()).isEqualTo(1);
            });
            stage.deployment.clearRecord();
            assertThat(stage.deployment.exchanges()).isEmpty();
        });
    }

    @Test
    void failCommandHonorsItsOptions() {
        play(stage -> {
            Member primary = stage.deployment.awaitPrimary();
            DirectClient client = stage.client(primary, ConnectionSettings.defaults().withAppName("mine"));
            insert(client, 0);
            failPoint(stage, "{times: 2}", "failCommands: ['insert'], errorCode: 7");
            fails(() -> insert(client, 1), 7);
            fails(() -> insert(client, 1), 7);
            insert(client, 1);
            failPoint(stage, "{skip: 1}", "failCommands: ['insert'], errorCode: 7, errorLabels: ['Odd']");
            insert(client, 2);
            assertThatThrownBy(() -> insert(client, 3)).isInstanceOfSatisfying(MongoCommandException.class,
                    e -> assertThat(e.response().getArray("errorLabels")).containsExactly(new BsonString("Odd")));
            failPoint(stage, "'alwaysOn'", "failCommands: ['insert'], errorCode: 7, appName: 'other'");
            insert(client, 3);
            failPoint(stage, "{times: 1}", "failCommands: ['insert'], closeConnection: true, appName: 'mine'");
            breaks(() -> insert(client, 4));
            failPoint(stage, "{times: 1}", "failCommands: ['insert'], blockConnection: true, blockTimeMS: 700");
            assertThat(stage.time(() -> insert(client, 4)).toMillis()).isBetween(700L, 705L);
            failPoint(stage, "{times: 1}",
                    "failCommands: ['insert'], writeConcernError: {code: 64, errmsg: 'waited for nothing'}");
            BsonDocument reply = run(client, "{insert: 'c', documents: [{_id: 5}]}");
            assertThat(reply.getDocument("writeConcernError").getNumber("code").intValue()).isEqualTo(64);
            failPoint(stage, "'off'", "");
            insert(client, 6);
            assertThat(count(client)).isEqualTo(7);
        });
    }

    @Test
    void theOtherFailPointsOfTheServerWork() {
        play(stage -> {
            Member primary = stage.deployment.awaitPrimary();
            DirectClient client = stage.client(primary);
            insert(client, 0);
            insert(client, 1);
            insert(client, 2);
            stage.deployment.failPoint("{configureFailPoint: 'failGetMoreAfterCursorCheckout', mode: {times: 1},"
                    + " data: {errorCode: 43}}");
            long cursor = run(client, "{find: 'c', batchSize: 1}").getDocument("cursor").getInt64("id").getValue();
            fails(() -> run(client, "{getMore: {$numberLong: '" + cursor + "'}, collection: 'c'}"), 43);
            stage.deployment.failPoint("{configureFailPoint: 'onPrimaryTransactionalWrite', mode: {times: 1}}");
            String retryable = "{insert: 'c', documents: [{_id: 3}], txnNumber: {$numberLong: '1'},"
                    + " lsid: {id: {$uuid: '00000000-0000-0000-0000-000000000001'}}}";
            breaks(() -> run(client, retryable));
            // It was executed, and the repetition is answered with the first result.
            assertThat(run(client, retryable).getNumber("n").intValue()).isEqualTo(1);
            assertThat(count(client)).isEqualTo(4);
        });
    }

    @Test
    void aFailPointThatIsNotSimulatedIsRefusedByName() {
        play(stage -> {
            DirectClient client = stage.client(stage.deployment.awaitPrimary());
            fails(() -> admin(client, "{configureFailPoint: 'rsSyncApplyStop', mode: 'alwaysOn'}"), 266);
            assertThat(stage.deployment.takeLacking()).containsExactly("the fail point rsSyncApplyStop");
            fails(() -> admin(client,
                    "{configureFailPoint: 'failCommand', mode: 'alwaysOn', data: {failCommands: ['ping'],"
                            + " errorExtraInfo: {}}}"),
                    238);
            assertThatThrownBy(() -> stage.deployment.failPoint("{configureFailPoint: 'odd', mode: 'alwaysOn'}"))
                    .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("odd");
        });
    }

    @Test
    void theModeOfAFailPointIsReadAsOnTheServer() {
        play(stage -> {
            DirectClient client = stage.client(stage.deployment.awaitPrimary());
            for (String wrong : List.of("20 |", "2 | , mode: 'odd'", "14 | , mode: 5", "2 | , mode: {times: -1}",
                    "2 | , mode: {skip: -1}", "2 | , mode: {}", "14 | , mode: {activationProbability: 'x'}",
                    "2 | , mode: {activationProbability: 1.1}", "14 | , mode: 'off', data: 1")) {
                String[] parts = wrong.split("\\|", -1);
                fails(() -> admin(client, "{configureFailPoint: 'failCommand'" + parts[1].trim() + "}"),
                        Integer.parseInt(parts[0].trim()));
            }
            admin(client, "{configureFailPoint: 'failCommand', mode: {times: 0}}");
        });
    }

    @Test
    void aFailPointMayStrikeByChance() {
        play(stage -> {
            DirectClient client = stage.client(stage.deployment.awaitPrimary());
            failPoint(stage, "{activationProbability: 0.3}", "failCommands: ['ping'], errorCode: 7");
            int failed = 0;
            for (int i = 0; i < 400; i++) {
                try {
                    admin(client, "{ping: 1}");
                } catch (MongoCommandException e) {
                    failed++;
                }
            }
            assertThat(failed).isBetween(80, 160);
            failPoint(stage, "{activationProbability: 0}", "failCommands: ['ping'], errorCode: 7");
            admin(client, "{ping: 1}");
            failPoint(stage, "{activationProbability: 1}", "failCommands: ['ping'], errorCode: 7");
            fails(() -> admin(client, "{ping: 1}"), 7);
        });
    }

    @Test
    void commandsWithALimitAreLateAlwaysOrNever() {
        play(stage -> {
            DirectClient client = stage.client(stage.deployment.awaitPrimary());
            insert(client, 0);
            stage.deployment.failPoint("{configureFailPoint: 'maxTimeAlwaysTimeOut', mode: 'alwaysOn'}");
            fails(() -> run(client, "{find: 'c', maxTimeMS: 10000}"), 50);
            run(client, "{find: 'c'}");
            stage.deployment.failPoint("{configureFailPoint: 'maxTimeAlwaysTimeOut', mode: 'off'}");
            run(client, "{find: 'c', maxTimeMS: 10000}");
            String slow = "{find: 'c', filter: {$where: 'sleep(300) || true'}, maxTimeMS: 100}";
            fails(() -> run(client, slow), 50);
            stage.deployment.failPoint("{configureFailPoint: 'maxTimeNeverTimeOut', mode: 'alwaysOn'}");
            run(client, slow);
        });
    }

    @Test
    void aSecondaryThatFetchesNothingFallsBehindUntilItFetchesAgain() {
        play(stage -> {
            DirectClient client = stage.client(stage.deployment.awaitPrimary());
            insert(client, 0);
            Member behind = stage.secondary();
            stage.deployment.failPoint(behind,
                    BsonDocument.parse("{configureFailPoint: 'stopReplProducer', mode: 'alwaysOn'}"));
            insert(client, 1);
            assertThat(count(stage.client(behind))).isEqualTo(1);
            BsonDocument late = run(client,
                    "{insert: 'c', documents: [{_id: 2}], writeConcern: {w: 3, wtimeout: 100}}");
            assertThat(late.getDocument("writeConcernError").getNumber("code").intValue()).isEqualTo(64);
            admin(stage.client(behind), "{configureFailPoint: 'stopReplProducer', mode: 'off'}");
            assertThat(count(stage.client(behind))).isEqualTo(3);
        });
    }

    @Test
    void theFailPointOfRetryableWritesLetsTheBatchBeCompleted() {
        play(stage -> {
            DirectClient client = stage.client(stage.deployment.awaitPrimary());
            insert(client, 0);
            String session = "lsid: {id: {$uuid: '00000000-0000-0000-0000-000000000001'}}";
            stage.deployment.failPoint("{configureFailPoint: 'onPrimaryTransactionalWrite', mode: {times: 1}}");
            breaks(() -> run(client, "{insert: 'c', documents: [{_id: 1}, {_id: 2}, {_id: 3}],"
                    + " txnNumber: {$numberLong: '1'}, " + session + "}"));
            assertThat(count(client)).isEqualTo(4);
            stage.deployment.failPoint("{configureFailPoint: 'onPrimaryTransactionalWrite', mode: {times: 1},"
                    + " data: {closeConnection: false, failBeforeCommitExceptionCode: 112}}");
            BsonDocument reply = run(client, "{update: 'c', updates: [{q: {_id: 1}, u: {$set: {x: 1}}},"
                    + " {q: {_id: 2}, u: {$set: {x: 1}}}], ordered: false, txnNumber: {$numberLong: '2'}, " + session
                    + "}");
            assertThat(reply.getNumber("nModified").intValue()).isEqualTo(1);
            assertThat(reply.getArray("writeErrors").get(0).asDocument().getNumber("code").intValue()).isEqualTo(112);
        });
    }

    @Test
    void aStepDownLastsAsLongAsItIsAskedTo() {
        play(stage -> {
            Deployment deployment = stage.deployment;
            for (int i = 0; i < 2; i++) {
                Member former = deployment.awaitPrimary();
                deployment.stepDown(Duration.ofSeconds(1));
                assertThat(deployment.awaitPrimary()).isNotSameAs(former);
            }
            deployment.kill(deployment.awaitPrimary());
            assertThat(stage.time(deployment::awaitPrimary)).isLessThan(Duration.ofSeconds(2));
            assertThatThrownBy(() -> deployment.stepDown(Duration.ofSeconds(-1)))
                    .isInstanceOf(IllegalArgumentException.class);
        });
    }

    @Test
    void replSetStepDownChecksItsArgumentsAndLooksForASuccessor() {
        play(stage -> {
            Deployment deployment = stage.deployment;
            Member primary = deployment.awaitPrimary();
            DirectClient client = stage.client(primary);
            insert(client, 0);
            fails(() -> admin(client, "{replSetStepDown: -1}"), 2);
            fails(() -> admin(client, "{replSetStepDown: 5}"), 2);
            fails(() -> admin(client, "{replSetStepDown: 5, secondaryCatchUpPeriodSecs: 6}"), 2);
            fails(() -> admin(client, "{replSetStepDown: 5, secondaryCatchUpPeriodSecs: -1}"), 2);
            deployment.secondaries().forEach(member -> deployment.lag(member, Duration.ofMinutes(1)));
            run(client, "{insert: 'c', documents: [{_id: 1}], writeConcern: {w: 1}}");
            assertThat(stage.time(() -> fails(
                    () -> admin(client, "{replSetStepDown: 5, secondaryCatchUpPeriodSecs: 2}"), 262)))
                    .isBetween(Duration.ofSeconds(2), Duration.ofSeconds(3));
            assertThat(deployment.awaitPrimary()).isSameAs(primary);
            admin(client, "{replSetStepDown: 5, force: true}");
        });
    }

    @Test
    void aReconfigurationIsCheckedAsOnTheServer() {
        play(stage -> {
            DirectClient client = stage.client(stage.deployment.awaitPrimary());
            BsonDocument config = admin(client, "{replSetGetConfig: 1}").getDocument("config");
            BsonDocument command = new BsonDocument("replSetReconfig", config);
            fails(() -> client.command("admin", command), 103);
            config.put("version", new org.bson.BsonInt32(config.getNumber("version").intValue() + 1));
            client.command("admin", command);
            config.put("version", new org.bson.BsonInt32(config.getNumber("version").intValue() + 1));
            config.getArray("members").get(0).asDocument().put("hidden", org.bson.BsonBoolean.TRUE);
            fails(() -> client.command("admin", command), 103);
        });
    }

    @Test
    void withTheTimingOfServersAKillTakesTenSeconds() {
        play(builder -> builder.timing(Timing.SERVER), stage -> {
            stage.deployment.kill(stage.deployment.awaitPrimary());
            assertThat(stage.time(() -> stage.deployment.awaitPrimary(Duration.ofSeconds(30))))
                    .isBetween(Duration.ofSeconds(10), Duration.ofSeconds(12));
            assertThat(stage.time(() -> {
                stage.deployment.stepDown();
                stage.deployment.awaitPrimary();
            })).isLessThan(Duration.ofSeconds(1));
        });
    }

    private static void failPoint(Stage stage, String mode, String data) {
        stage.deployment.failPoint(
                "{configureFailPoint: 'failCommand', mode: " + mode + ", data: {" + data + "}}");
    }
}
