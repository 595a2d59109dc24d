package dev.bowline.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bowline.egress.connection.Connection;
import dev.bowline.egress.connection.ConnectionFactory;
import dev.bowline.egress.connection.ConnectionSettings;
import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.environment.SystemEnvironment;
import dev.bowline.error.MongoCommandException;
import java.util.Map;
import java.util.TreeMap;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Commands that are almost right: a server that takes everything would hide what a client does wrong until it meets a
 * real one. A line has the wire version, the code of the server's error or 0 if it takes the command, and the command.
 * Beside each that is refused stands a neighbor that is not.
 */
@Timeout(30)
class StrictnessTest {
    private static final Map<Integer, Deployment> DEPLOYMENTS = new TreeMap<>();
    private static final Map<Integer, Connection> CONNECTIONS = new TreeMap<>();

    private static Connection connection(int wireVersion) {
        return CONNECTIONS.computeIfAbsent(wireVersion, version -> {
            Deployment deployment = Deployment.builder().replicaSet(1).wireVersion(version).start();
            DEPLOYMENTS.put(version, deployment);
            return new ConnectionFactory(SystemEnvironment.instance(), ConnectionSettings.defaults()).connect(1,
                    deployment.member(0).address(), Deadline.NEVER);
        });
    }

    @AfterAll
    static void stop() {
        CONNECTIONS.values().forEach(Connection::close);
        DEPLOYMENTS.values().forEach(Deployment::close);
    }

    private static int codeOf(int wireVersion, String database, String text) {
        String json = text.replace("LSID", "lsid: {id: {$uuid: '00000000-0000-0000-0000-000000000001'}}")
                .replace("TXN", "txnNumber: {$numberLong: '7'}");
        try {
            connection(wireVersion).command(database, BsonDocument.parse(json), Deadline.NEVER);
            return 0;
        } catch (MongoCommandException e) {
            assertThat(e.response().get("codeName")).isInstanceOf(BsonString.class);
            return e.code();
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            25 | 14    | {find: 'c', limit: 'x'}
            25 | 51024 | {find: 'c', skip: -1}
            25 | 51024 | {find: 'c', batchSize: -1}
            25 | 0     | {find: 'c', batchSize: 0}
            25 | 51024 | {find: 'c', limit: -1}
            25 | 14    | {find: 'c', hint: 1}
            25 | 14    | {find: 'c', singleBatch: 1}
            25 | 0     | {find: 'c', singleBatch: true, comment: {a: 1}}
            25 | 9     | {find: 'c', awaitData: true}
            25 | 51173 | {find: 'c', min: {a: 1}}
            25 | 40414 | {find: 'c', collation: {strength: 1}}
            25 | 40415 | {find: 'c', collation: {locale: 'en', odd: 1}}
            25 | 0     | {find: 'c', collation: {locale: 'en'}}
            8  | 9     | {find: 'c', allowDiskUse: true}
            9  | 0     | {find: 'c', allowDiskUse: true}
            9  | 9     | {find: 'c', let: {a: 1}}
            13 | 0     | {find: 'c', let: {a: 1}}
            25 | 40414 | {aggregate: 'c', cursor: {}}
            25 | 14    | {aggregate: 'c', pipeline: {}, cursor: {}}
            25 | 40415 | {aggregate: 'c', pipeline: [], cursor: {}, batchSize: 1}
            25 | 40415 | {aggregate: 'c', pipeline: [], cursor: {size: 1}}
            25 | 72    | {aggregate: 'c', pipeline: [], cursor: {}, writeConcern: {w: 1}}
            25 | 0     | {aggregate: 'c', pipeline: [{$out: 'd'}], cursor: {}, writeConcern: {w: 1}}
            25 | 40415 | {count: 'c', filter: {}}
            25 | 0     | {count: 'c', query: {}}
            25 | 40414 | {distinct: 'c'}
            21 | 40415 | {distinct: 'c', key: 'a', hint: {a: 1}}
            25 | 14    | {getMore: 5, collection: 'c'}
            25 | 43    | {getMore: {$numberLong: '5'}, collection: 'c'}
            25 | 40414 | {getMore: {$numberLong: '5'}}
            25 | 14    | {killCursors: 'c', cursors: [5]}
            25 | 0     | {killCursors: 'c', cursors: [{$numberLong: '5'}]}
            25 | 14    | {insert: 'c', documents: [{}], ordered: 1}
            25 | 40415 | {insert: 'c', documents: [{}], let: {}}
            25 | 40414 | {update: 'c', updates: [{q: {}}]}
            25 | 14    | {update: 'c', updates: [{q: {}, u: 5}]}
            25 | 0     | {update: 'c', updates: [{q: {}, u: [{$set: {a: 1}}]}]}
            25 | 14    | {update: 'c', updates: [{q: {}, u: {$set: {a: 1}}, multi: 1}]}
            25 | 40415 | {update: 'c', updates: [{q: {}, u: {$set: {a: 1}}, limit: 1}]}
            21 | 40415 | {update: 'c', updates: [{q: {}, u: {$set: {a: 1}}, sort: {a: 1}}]}
            25 | 0     | {update: 'c', updates: [{q: {}, u: {$set: {a: 1}}, sort: {a: 1}}]}
            7  | 40415 | {update: 'c', updates: [{q: {}, u: {$set: {a: 1}}, hint: '_id_'}]}
            25 | 40414 | {delete: 'c', deletes: [{q: {}}]}
            25 | 9     | {delete: 'c', deletes: [{q: {}, limit: 2}]}
            25 | 0     | {delete: 'c', deletes: [{q: {_id: 1}, limit: 0}]}
            25 | 40415 | {findAndModify: 'c', query: {}, remove: true, filter: {}}
            25 | 14    | {create: 'd', capped: 'yes'}
            25 | 40415 | {create: 'd', odd: 1}
            12 | 72    | {create: 'd', timeseries: {timeField: 't'}}
            25 | 197   | {createIndexes: 'c', indexes: [{key: {a: 1}, name: 'a_1', odd: 1}]}
            25 | 40414 | {createIndexes: 'c', indexes: [{key: {a: 1}}]}
            25 | 0     | {createIndexes: 'c', indexes: [{key: {a: 1}, name: 'a_1'}], commitQuorum: 'majority'}
            8  | 40415 | {createIndexes: 'c', indexes: [{key: {a: 1}, name: 'a_1'}], commitQuorum: 'majority'}
            25 | 14    | {dropIndexes: 'c', index: 1}
            25 | 40415 | {explain: {find: 'c', odd: 1}}
            25 | 2     | {explain: {find: 'c'}, verbosity: 'odd'}
            25 | 0     | {explain: {aggregate: 'c', pipeline: [], cursor: {}}, verbosity: 'queryPlanner'}
            25 | 40415 | {listCollections: 1, batchSize: 1}
            25 | 0     | {listCollections: 1, cursor: {batchSize: 1}, nameOnly: true}
            25 | 2     | {find: 'c', maxTimeMS: {$numberLong: '2147483648'}}
            25 | 0     | {find: 'c', maxTimeMS: {$numberLong: '2147483647'}}
            25 | 14    | {find: 'c', maxTimeMS: 'x'}
            """)
    void theFieldsOfCommandsHaveNamesTypesAndAges(int wireVersion, int code, String json) {
        assertThat(codeOf(wireVersion, "test", json)).isEqualTo(code);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            25 | 72    | {find: 'c', writeConcern: {w: 1}}
            25 | 9     | {insert: 'c', documents: [{}], writeConcern: {w: 51}}
            25 | 9     | {insert: 'c', documents: [{}], writeConcern: {odd: 1}}
            25 | 0     | {insert: 'c', documents: [{}], writeConcern: {w: 'majority', wtimeout: 100, j: true}}
            25 | 72    | {insert: 'c', documents: [{}], readConcern: {level: 'majority'}}
            25 | 0     | {insert: 'c', documents: [{}], readConcern: {level: 'local'}}
            25 | 72    | {listCollections: 1, readConcern: {level: 'majority'}}
            25 | 72    | {find: 'c', readConcern: {odd: 1}}
            25 | 14    | {find: 'c', readConcern: {level: 1}}
            25 | 14    | {find: 'c', readConcern: {afterClusterTime: 1}}
            25 | 0     | {find: 'c', readConcern: {afterClusterTime: {$timestamp: {t: 1, i: 1}}}}
            25 | 72    | {find: 'c', readConcern: {level: 'linearizable', afterClusterTime: {$timestamp: {t: 1, i: 1}}}}
            25 | 72    | {find: 'c', readConcern: {level: 'local', atClusterTime: {$timestamp: {t: 1, i: 1}}}}
            25 | 72    | {count: 'c', readConcern: {level: 'snapshot'}}
            25 | 72    | {aggregate: 'c', pipeline: [{$changeStream: {}}], cursor: {}, readConcern: {level: 'local'}}
            25 | 0     | {aggregate: 'c', pipeline: [{$changeStream: {}}], cursor: {}, readConcern: {level: 'majority'}}
            16 | 40415 | {aggregate: 'c', pipeline: [{$changeStream: {showExpandedEvents: true}}], cursor: {}}
            17 | 0     | {aggregate: 'c', pipeline: [{$changeStream: {showExpandedEvents: true}}], cursor: {}}
            25 | 14    | {aggregate: 'c', pipeline: [{$changeStream: {startAtOperationTime: 1}}], cursor: {}}
            25 | 50865 | {aggregate: 'c', pipeline: [{$changeStream: {resumeAfter: {}, startAfter: {}}}], cursor: {}}
            25 | 9     | {find: 'c', $readPreference: {mode: 'odd'}}
            25 | 40414 | {find: 'c', $readPreference: {}}
            25 | 2     | {find: 'c', $readPreference: {mode: 'primary', tags: [{a: 'b'}]}}
            25 | 160   | {find: 'c', $readPreference: {mode: 'nearest', maxStalenessSeconds: 10}}
            25 | 0     | {find: 'c', $readPreference: {mode: 'nearest', maxStalenessSeconds: 90, tags: [{}]}}
            25 | 14    | {find: 'c', $clusterTime: {clusterTime: 1}}
            25 | 322   | {find: 'c', apiStrict: true}
            25 | 0     | {find: 'c', apiVersion: '1', apiStrict: true}
            25 | 323   | {find: 'c', apiVersion: '1', apiStrict: true, showRecordId: true}
            25 | 323   | {create: 'd', apiVersion: '1', apiStrict: true, capped: true, size: 1000}
            """)
    void concernsAndPreferencesAreTakenWhereTheyBelong(int wireVersion, int code, String json) {
        assertThat(codeOf(wireVersion, "test", json)).isEqualTo(code);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            25 | 14   | {find: 'c', lsid: {id: {$binary: {base64: 'AAAAAAAAAAAAAAAAAAAAAA==', subType: '03'}}}}
            25 | 40415| {find: 'c', lsid: {id: {$uuid: '00000000-0000-0000-0000-000000000001'}, odd: 1}}
            25 | 14   | {insert: 'c', documents: [{}], LSID, txnNumber: 7}
            25 | 72   | {insert: 'c', documents: [{}], TXN}
            25 | 72   | {insert: 'c', documents: [{}], LSID, autocommit: false}
            25 | 72   | {insert: 'c', documents: [{}], LSID, TXN, startTransaction: true}
            25 | 72   | {insert: 'c', documents: [{}], LSID, TXN, autocommit: true}
            25 | 72   | {insert: 'c', documents: [{}], LSID, TXN, startTransaction: false, autocommit: false}
            25 | 50768| {find: 'c', LSID, TXN}
            25 | 263  | {count: 'c', LSID, TXN, startTransaction: true, autocommit: false}
            25 | 263  | {killCursors: 'c', cursors: [{$numberLong: '5'}], LSID, TXN, startTransaction: true, autocommit: false}
            25 | 263  | {explain: {find: 'c'}, LSID, TXN, startTransaction: true, autocommit: false}
            8  | 263  | {create: 'e', LSID, TXN, startTransaction: true, autocommit: false}
            25 | 72   | {find: 'c', LSID, TXN, startTransaction: true, autocommit: false, readConcern: {level: 'available'}}
            25 | 72   | {insert: 'c', documents: [{}], LSID, TXN, startTransaction: true, autocommit: false, writeConcern: {w: 1}}
            """)
    void transactionsHaveTheirRules(int wireVersion, int code, String json) {
        assertThat(codeOf(wireVersion, "test", json)).isEqualTo(code);
    }

    @Test
    void aCursorGoesOnUnderTheApiUnderWhichItWasOpened() {
        assertThat(codeOf(25, "test", "{insert: 'd', documents: [{}, {}, {}]}")).isZero();
        BsonDocument opened = connection(25).command("test",
                BsonDocument.parse("{find: 'd', batchSize: 1, apiVersion: '1'}"), Deadline.NEVER);
        String id = "{$numberLong: '" + opened.getDocument("cursor").getInt64("id").getValue() + "'}";
        String more = "{getMore: " + id + ", collection: 'd', batchSize: 1";
        assertThat(codeOf(25, "test", more + "}")).isEqualTo(325);
        assertThat(codeOf(25, "test", more + ", apiVersion: '1', apiStrict: true}")).isEqualTo(325);
        assertThat(codeOf(25, "test", more + ", apiVersion: '1', maxTimeMS: 1}")).isEqualTo(2);
        assertThat(codeOf(25, "test", more + ", apiVersion: '1'}")).isZero();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            25 | 263   | {find: 'c', LSID, TXN, startTransaction: true, autocommit: false}
            25 | 40414 | {renameCollection: 'a.b'}
            25 | 40414 | {bulkWrite: 1, ops: [{insert: 0, document: {}}]}
            25 | 40415 | {bulkWrite: 1, ops: [{insert: 0, document: {}, multi: false}], nsInfo: [{ns: 'test.c'}]}
            25 | 40414 | {bulkWrite: 1, ops: [{update: 0, filter: {}}], nsInfo: [{ns: 'test.c'}]}
            25 | 0     | {bulkWrite: 1, ops: [{insert: 0, document: {}}], nsInfo: [{ns: 'test.c'}], errorsOnly: true}
            21 | 59    | {bulkWrite: 1, ops: [{insert: 0, document: {}}], nsInfo: [{ns: 'test.c'}]}
            25 | 14    | {hello: 1, topologyVersion: {processId: {$oid: '000000000000000000000000'}, counter: 1}, maxAwaitTimeMS: 1}
            25 | 40414 | {saslStart: 1, mechanism: 'SCRAM-SHA-256'}
            25 | 14    | {endSessions: [5]}
            25 | 40414 | {endSessions: [{}]}
            25 | 0     | {endSessions: [{id: {$uuid: '00000000-0000-0000-0000-000000000002'}}]}
            """)
    void soDoCommandsToTheAdminDatabase(int wireVersion, int code, String json) {
        assertThat(codeOf(wireVersion, "admin", json)).isEqualTo(code);
    }
}
