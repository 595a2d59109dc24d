package dev.bowline.cli.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.ZoneOffset;
import java.util.List;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The view of a watch in terminals of all widths, with and without colors. */
class TerminalViewTest {
    private static final BsonDocument STATE = BsonDocument
            .parse("""
                           {now: {$numberLong: '100000'}, since: {$numberLong: '90000'}, revision: {$numberLong: '9'},
                    topology: 'ReplicaSetWithPrimary',
                            setName: 'rs0', writable: true, primary: 'db2.example.com:27017', running: 3, oldestMillis: 4.5,
                    ended: {$numberLong: '40'},
                            failed: {$numberLong: '1'}, retries: {$numberLong: '7'},
                            servers: [
                              {address: 'db1.example.com:27017', state: 'unknown', roundTripMillis: null, behindMillis: null,
                       error: 'refused',
                               pool: {ready: false, open: 0, inUse: 0, pending: 0, waiting: 2}},
                              {address: 'db2.example.com:27017', state: 'primary', roundTripMillis: 1.25, behindMillis: null,
                       error: null,
                               pool: {ready: true, open: 8, inUse: 3, pending: 0, waiting: 0}}],
                            seconds: [{at: {$numberLong: '98'}, ended: 30, failed: 1, retries: 7, p50: 1.0, p99: 20.0,
                                        worst: 2050.0},
                                      {at: {$numberLong: '99'}, ended: 10, failed: 0, retries: 0, p50: 1.0, p99: 2.0,
                                        worst: 3.0}],
                            failovers: [{id: {$numberLong: '1'}, start: {$numberLong: '96000'}, end: {$numberLong: '98000'},
                                 from: 'db1.example.com:27017',
                                         to: 'db2.example.com:27017', reason: 'the peer closed the connection',
                                 affected: 8, first: {$numberLong: '95950'}, retries: 7, failed: 1, worst: 2050.0}],
                            events: [{id: {$numberLong: '2'}, at: {$numberLong: '96000'}, kind: 'server-lost',
                              server: 'db1.example.com:27017',
                                      text: 'db1.example.com:27017 was primary and is marked Unknown because the peer closed it',
                                       count: 1},
                                     {id: {$numberLong: '3'}, at: {$numberLong: '98000'}, kind: 'retried', server: '',
                              text: 'An operation is tried again', count: 7}]}
                           """);

    @Test
    void everythingAnOperatorAsksForIsOnTheScreen() {
        List<String> lines = new TerminalView(100, true, false, ZoneOffset.UTC).screen(STATE);
        assertThat(String.join("\n", lines)).contains(
                "00:01:40 rs0 ReplicaSetWithPrimary: primary db2.example.com:27017",
                "4 operations/s, 99% 20 ms, slowest 2.05 s", "tried again 7, failed 1, under way 3 (oldest 4.5 ms)",
                "00:01:36.000 db1.example.com:27017 -> db2.example.com:27017, 2.00 s without a primary",
                "7 tried again, 1 failed, slowest 2.05 s, first began at 00:01:35.950",
                "because the peer closed the connection",
                "An operation is tried again (7 times)", "█");
    }

    @ParameterizedTest
    @ValueSource(ints = {20, 40, 60, 69, 70, 80, 200})
    void noLineIsAsWideAsTheTerminal(int width) {
        TerminalView view = new TerminalView(width, true, false, ZoneOffset.UTC);
        assertThat(view.screen(STATE)).allSatisfy(line -> assertThat(line).hasSizeLessThan(width));
        assertThat(view.statusLine(STATE)).hasSizeLessThan(width);
    }

    @Test
    void aLongReasonGoesOnInTheNextLine() {
        List<String> lines = new TerminalView(40, true, false, ZoneOffset.UTC)
                .event(STATE.getArray("events").get(0).asDocument());
        assertThat(lines).hasSizeGreaterThan(2);
        assertThat(String.join(" ", lines.stream().map(String::strip).toList()))
                .endsWith("was primary and is marked Unknown because the peer closed it");
    }

    @Test
    void aDumbTerminalGetsPlainCharactersOnly() {
        List<String> lines = new TerminalView(80, false, false, ZoneOffset.UTC).screen(STATE);
        assertThat(String.join("", lines)).matches("\\p{ASCII}*").doesNotContain("\u001b");
    }

    @Test
    void aFailoverThatNoOperationFeltSaysSo() {
        BsonDocument quiet = STATE.clone();
        quiet.getArray("failovers").get(0).asDocument().append("first", org.bson.BsonNull.VALUE);
        assertThat(new TerminalView(80, true, false, ZoneOffset.UTC).screen(quiet)).contains("  no operation felt it");
    }

    @Test
    void colorsAreOnlyForThoseWhoWantThem() {
        assertThat(new TerminalView(80, true, true, ZoneOffset.UTC).screen(STATE)).anySatisfy(
                line -> assertThat(line).contains("\u001b[31m").endsWith("\u001b[0m"));
    }

    @Test
    void withoutAPrimaryTheViewSaysSo() {
        BsonDocument lost = STATE.clone().append("primary", org.bson.BsonNull.VALUE).append("writable",
                org.bson.BsonBoolean.FALSE);
        assertThat(new TerminalView(80, true, false, ZoneOffset.UTC).statusLine(lost)).startsWith("NO PRIMARY | ");
    }
}
