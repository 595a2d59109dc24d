package dev.bowline.egress.environment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bowline.egress.environment.DnsResolver.DnsException;
import dev.bowline.egress.environment.DnsResolver.SrvRecord;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.xbill.DNS.DClass;
import org.xbill.DNS.Flags;
import org.xbill.DNS.Lookup;
import org.xbill.DNS.Message;
import org.xbill.DNS.Name;
import org.xbill.DNS.Rcode;
import org.xbill.DNS.Record;
import org.xbill.DNS.Resolver;
import org.xbill.DNS.SRVRecord;
import org.xbill.DNS.Section;
import org.xbill.DNS.SimpleResolver;
import org.xbill.DNS.TXTRecord;

/** Looking records up with dnsjava, which asks a name server on loopback over UDP. */
class DnsLookupTest {
    private static final String SERVICE = "_mongodb._tcp.cluster.test";

    private final DnsResolver dns = SystemEnvironment.instance().dns();
    private final Map<String, List<Record>> records = new ConcurrentHashMap<>();
    private Resolver usual;
    private DatagramSocket socket;
    private volatile int failure = Rcode.NXDOMAIN;

    @BeforeEach
    void start() throws Exception {
        usual = Lookup.getDefaultResolver();
        socket = new DatagramSocket(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        SimpleResolver ours = new SimpleResolver(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), socket.getLocalPort()));
        Lookup.setDefaultResolver(ours);
        Thread.ofVirtual().name("name-server").start(this::serve);
    }

    @AfterEach
    void stop() {
        Lookup.setDefaultResolver(usual);
        socket.close();
    }

    @Test
    void findsTheHostsAndPortsOfAServiceAndHowLongTheyHold() throws Exception {
        records.put(SERVICE, List.of(srv("one.test.", 27017, 60), srv("two.test.", 27018, 60)));
        assertThat(dns.srv(SERVICE)).containsExactlyInAnyOrder(new SrvRecord("one.test", 27017, 60),
                new SrvRecord("two.test", 27018, 60));
    }

    @Test
    void asksAnewEachTime() throws Exception {
        records.put(SERVICE, List.of(srv("one.test.", 27017, 3600)));
        assertThat(dns.srv(SERVICE)).extracting(SrvRecord::host).containsExactly("one.test");
        records.put(SERVICE, List.of(srv("two.test.", 27017, 3600)));
        assertThat(dns.srv(SERVICE)).extracting(SrvRecord::host).containsExactly("two.test");
    }

    @Test
    void joinsTheStringsOfATextRecord() throws Exception {
        records.put("cluster.test", List.of(new TXTRecord(Name.fromString("cluster.test."), DClass.IN, 60,
                List.of("authSource=thisDB&", "replicaSet=repl0"))));
        assertThat(dns.txt("cluster.test")).containsExactly("authSource=thisDB&replicaSet=repl0");
    }

    @Test
    void aServiceThatDoesNotExistIsAnErrorAndAMissingTextIsNot() {
        assertThatThrownBy(() -> dns.srv(SERVICE)).isInstanceOf(DnsException.class)
                .hasMessageContaining("no SRV record for " + SERVICE);
        assertThat(dns.txt("cluster.test")).isEmpty();
    }

    @Test
    void aNameServerThatFailsIsAnErrorForBoth() {
        failure = Rcode.REFUSED;
        assertThatThrownBy(() -> dns.srv(SERVICE)).isInstanceOf(DnsException.class).hasMessageContaining("SRV")
                .hasMessageContaining(SERVICE).hasMessageContaining("failed");
        assertThatThrownBy(() -> dns.txt("cluster.test")).isInstanceOf(DnsException.class)
                .hasMessageContaining("TXT");
    }

    @Test
    void whatIsNoNameIsSaidToBeNone() {
        assertThatThrownBy(() -> dns.srv("a..b")).isInstanceOf(DnsException.class)
                .hasMessageContaining("not a host name");
    }

    private static Record srv(String target, int port, long ttl) throws Exception {
        return new SRVRecord(Name.fromString(SERVICE + "."), DClass.IN, ttl, 0, 0, port, Name.fromString(target));
    }

    private void serve() {
        byte[] bytes = new byte[4096];
        while (!socket.isClosed()) {
            DatagramPacket packet = new DatagramPacket(bytes, bytes.length);
            try {
                socket.receive(packet);
                byte[] answer = answer(new Message(Arrays.copyOf(bytes, packet.getLength()))).toWire();
                socket.send(new DatagramPacket(answer, answer.length, packet.getSocketAddress()));
            } catch (IOException closed) {
                return;
            }
        }
    }

    private Message answer(Message query) {
        Message answer = new Message(query.getHeader().getID());
        answer.getHeader().setFlag(Flags.QR);
        Record question = query.getQuestion();
        answer.addRecord(question, Section.QUESTION);
        List<Record> found = records.get(question.getName().toString(true));
        if (found == null) {
            answer.getHeader().setRcode(failure);
        } else {
            found.forEach(record -> answer.addRecord(record, Section.ANSWER));
        }
        return answer;
    }
}
