package dev.bowline.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThatCode;

import dev.bowline.egress.environment.DnsResolver;
import dev.bowline.egress.environment.NameResolver;
import dev.bowline.egress.environment.SystemEnvironment;
import dev.bowline.egress.environment.TailoredEnvironment;
import dev.bowline.simulator.Deployment;
import dev.bowline.simulator.Member;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.UnknownHostException;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;
import org.bson.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each finding of the doctor, on real sockets. */
class DoctorTest {
    @TempDir
    Path directory;

    @Test
    void aHealthySetHasNoFindings() {
        try (Deployment deployment = Deployment.replicaSet(3)) {
            deployment.awaitPrimary();
            Diagnosis diagnosis = examine(deployment.connectionString(), true);
            assertThat(diagnosis.exitStatus()).as(diagnosis.text()).isZero();
            assertThat(diagnosis.text()).contains("is a primary of set", "a write to test.bowline_doctor works",
                    "Nothing is wrong");
            assertThat(Document.parse(diagnosis.json()).getString("verdict")).isEqualTo("good");
        }
    }

    @Test
    void whatAServerSaysCannotMoveTheCursorOfTheTerminal() {
        Diagnosis diagnosis = new Diagnosis("mongodb://a");
        Diagnosis.Step step = diagnosis.step("a");
        step.saw("primary of set x\u001b[2J\nConclusion");
        step.found(Finding.problem("x", "no\u001b[2J\nConclusion", "try\u202e", 90));
        assertThat(diagnosis.text()).contains("set x\\u001b[2J\\nConclusion", "no\\u001b[2J", "try\\u202e")
                .matches(text -> text.chars().noneMatch(c -> Character.isISOControl(c) && c != '\n'));
        assertThat(diagnosis.text().lines().filter(line -> line.equals("Conclusion"))).hasSize(1);
    }

    @Test
    void aStringThatCannotBeReadIsExplainedWithoutItsPassword() {
        Diagnosis diagnosis = examine("mongodb://user:pa/ss@localhost/", false);
        assertThat(codes(diagnosis)).containsExactly("string");
        assertThat(diagnosis.text() + diagnosis.json()).doesNotContain("pa/ss");
        assertThat(diagnosis.exitStatus()).isEqualTo(2);
    }

    @Test
    void aMisspelledOptionIsNamedWithTheOneThatWasMeant() {
        try (Deployment deployment = Deployment.standalone()) {
            Diagnosis diagnosis = examine(deployment.connectionString() + "?retryWirtes=true&socketTimeoutMS=5000",
                    false);
            assertThat(codes(diagnosis)).contains("option", "option-deprecated");
            assertThat(diagnosis.text()).contains("did you mean retryWrites?", "use timeoutMS");
            assertThat(diagnosis.exitStatus()).isEqualTo(1);
        }
    }

    @Test
    void aNameThatDoesNotResolveIsADnsProblem() {
        assertThat(codes(examine("mongodb://no-such-host.invalid/", false))).containsExactly("dns");
    }

    @Test
    void anAddressFamilyThatDoesNotAnswerIsNamed() throws IOException {
        InetAddress four = InetAddress.getByAddress(new byte[]{127, 0, 0, 1});
        InetAddress six = InetAddress.getByAddress(new byte[]{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1});
        try (Deployment deployment = Deployment.standalone(); ServerSocket closed = new ServerSocket(0)) {
            int port = deployment.member(0).address().port();
            String uri = "mongodb://db.example.com:" + port;
            Diagnosis diagnosis = examine(uri, new Names(List.of(six, four)));
            assertThat(codes(diagnosis)).containsExactly("ipv6");
            assertThat(diagnosis.text()).contains("answers over IPv4 and not over IPv6 at [IPv6 0:0:0:0:0:0:0:1]");
            assertThat(codes(examine(uri, new Names(List.of(four))))).isEmpty();
            closed.close();
            assertThat(codes(examine("mongodb://db.example.com:" + closed.getLocalPort(),
                    new Names(List.of(six, four))))).containsExactly("tcp");
        }
    }

    @Test
    void theRecordsOfASeedListAreFollowed() throws IOException {
        InetAddress four = InetAddress.getByAddress(new byte[]{127, 0, 0, 1});
        try (Deployment deployment = Deployment.replicaSet(1)) {
            int port = deployment.awaitPrimary().address().port();
            Diagnosis diagnosis = examine("mongodb+srv://shop.example.com/?tls=false",
                    new Names(List.of(four), new DnsResolver.SrvRecord("db.example.com", port, 60), "replicaSet=rs0"));
            assertThat(codes(diagnosis)).as("a set of one member").containsExactly("read-secondary");
            assertThat(diagnosis.text()).contains(
                    "the SRV records of shop.example.com name [db.example.com:" + port + "]; with its TXT record: ")
                    .contains("replica set rs0");
        }
    }

    @Test
    void aSeedListThatIsGoneWhenTheClientLooksItUpIsAProblem() throws IOException {
        InetAddress four = InetAddress.getByAddress(new byte[]{127, 0, 0, 1});
        try (Deployment deployment = Deployment.standalone()) {
            Names names = new Names(List.of(four),
                    new DnsResolver.SrvRecord("db.example.com", deployment.member(0).address().port(), 60), "");
            AtomicInteger asked = new AtomicInteger();
            DnsResolver once = new DnsResolver() {
                @Override
                public List<SrvRecord> srv(String name) {
                    if (asked.getAndIncrement() > 0) {
                        throw new DnsException("the name service does not answer");
                    }
                    return names.srv(name);
                }

                @Override
                public List<String> txt(String name) {
                    return List.of();
                }
            };
            Diagnosis diagnosis = new Doctor("mongodb+srv://shop.example.com/?tls=false", Duration.ofMinutes(1), false,
                    new TailoredEnvironment(SystemEnvironment.instance(), names, once, 0, 0)).examine();
            assertThat(codes(diagnosis)).as(diagnosis.text()).containsExactly("read-primary");
        }
    }

    @Test
    void optionsWithoutTheirQuestionMarkAreNotTakenForADatabase() {
        Diagnosis diagnosis = examine("mongodb://no-such-host.invalid/&tls=true", false);
        assertThat(codes(diagnosis)).containsExactly("option-in-database", "dns");
        assertThat(diagnosis.text()).contains("/?tls=true");
    }

    @Test
    void aPortWhereNothingListensRefuses() throws IOException {
        int port;
        try (ServerSocket free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }
        assertThat(codes(examine("mongodb://127.0.0.1:" + port, false))).containsExactly("tcp-refused");
    }

    @Test
    void aServerThatDoesNotAnswerDiffersFromOneThatSpeaksTls() throws Exception {
        try (ServerSocket closing = new ServerSocket(0)) {
            Thread.ofPlatform().daemon().start(() -> closeAll(closing));
            assertThat(codes(examine("mongodb://127.0.0.1:" + closing.getLocalPort(), false))).containsExactly("hello");
        }
        try (Deployment deployment = Deployment.builder().standalone().tls(context(30)).start()) {
            String address = deployment.connectionString().replaceAll("^mongodb://([^/?]*).*", "$1");
            Diagnosis diagnosis = examine("mongodb://" + address, false);
            assertThat(codes(diagnosis)).as(diagnosis.text()).containsExactly("tls-server");
            assertThat(diagnosis.text()).contains("add tls=true");
        }
    }

    @Test
    void aTlsClientAtAPlainServerIsNamedAsSuch() {
        try (Deployment deployment = Deployment.standalone()) {
            Diagnosis diagnosis = examine(deployment.connectionString() + "?tls=true", false);
            assertThat(codes(diagnosis)).as(diagnosis.text()).containsExactly("tls-plain-server");
        }
    }

    @Test
    void certificatesThatAreUnknownOrAboutToExpireAreNoticed() throws Exception {
        try (Deployment deployment = Deployment.builder().standalone().tls(context(10)).start()) {
            String address = deployment.connectionString().replaceAll("^mongodb://([^/?]*).*", "$1");
            Diagnosis strict = examine("mongodb://" + address + "/?tls=true", false);
            assertThat(codes(strict)).as(strict.text()).containsExactly("tls-expires", "tls-authority");
            Diagnosis misnamed = examine("mongodb://" + address.replace("127.0.0.1", "localhost") + "/?tls=true",
                    false);
            assertThat(codes(misnamed)).as(misnamed.text()).contains("tls-name");
            assertThat(misnamed.text()).contains("holds for [127.0.0.1] and not for localhost");
            Diagnosis lax = examine("mongodb://" + address + "/?tls=true&tlsInsecure=true", false);
            assertThat(codes(lax)).as(lax.text()).containsExactly("tls-expires", "tls-unchecked");
        }
    }

    @Test
    void aWrongSetNameAndAMissingPrimaryAreNoticed() {
        try (Deployment deployment = Deployment.replicaSet(3)) {
            deployment.awaitPrimary();
            String wrong = deployment.connectionString().replaceAll("replicaSet=\\w+", "replicaSet=other");
            assertThat(codes(examine(wrong, false))).contains("set-name");
            deployment.kill(deployment.member(0));
            deployment.kill(deployment.member(1));
            Diagnosis diagnosis = examine(deployment.connectionString(), false);
            assertThat(codes(diagnosis)).as(diagnosis.text()).contains("tcp-refused", "no-primary", "read-primary");
        }
    }

    @Test
    void aMemberWhoseNameIsOfNoUseHereIsNoticed() {
        try (Deployment deployment = Deployment.builder().replicaSet(2).listen("127.0.0.1", "db1.invalid").start()) {
            String seed = deployment.connectionString().replace("db1.invalid", "127.0.0.1");
            Diagnosis diagnosis = examine(seed, false);
            assertThat(codes(diagnosis)).as(diagnosis.text()).contains("dns", "member-name");
            assertThat(diagnosis.text()).contains("db1.invalid", "directConnection=true");
        }
    }

    @Test
    void aWrongPasswordIsAnAuthenticationProblemAndIsNotShown() {
        try (Deployment deployment = Deployment.builder().standalone().user("ada", "right").requireAuthentication()
                .start()) {
            String address = deployment.connectionString().replaceAll("^mongodb://([^@]*@)?([^/?]*).*", "$2");
            Diagnosis diagnosis = examine("mongodb://ada:wr0ng@" + address + "/", false);
            assertThat(codes(diagnosis)).as(diagnosis.text()).containsExactly("auth");
            assertThat(diagnosis.text() + diagnosis.json()).doesNotContain("wr0ng");
            assertThat(examine("mongodb://ada:right@" + address + "/", false).exitStatus()).isZero();
        }
    }

    @Test
    void anExpiredCertificateIsAProblem() throws Exception {
        try (Deployment deployment = Deployment.builder().standalone().tls(context(10, "-startdate", "-30d")).start()) {
            String address = deployment.connectionString().replaceAll("^mongodb://([^/?]*).*", "$1");
            Diagnosis diagnosis = examine("mongodb://" + address + "/?tls=true", false);
            assertThat(codes(diagnosis)).as(diagnosis.text()).contains("tls-expired");
        }
    }

    @Test
    void aServerThatRequiresAuthenticationIsOfNoUseWithoutAUser() {
        try (Deployment deployment = Deployment.builder().replicaSet(1).user("ada", "right").requireAuthentication()
                .start()) {
            deployment.awaitPrimary();
            String string = deployment.connectionString().replaceAll("//[^@]*@", "//");
            Diagnosis diagnosis = examine(string, false);
            assertThat(codes(diagnosis)).as(diagnosis.text()).containsExactly("auth-required");
            Diagnosis wrong = examine(string.replace("//", "//ada:wr0ng@"), false);
            assertThat(wrong.text()).contains("for this user the server offers [", "SCRAM-SHA-256");
        }
    }

    @Test
    void aDeadMemberIsNoProblemForAClientThatCanDoWithoutIt() {
        try (Deployment deployment = Deployment.replicaSet(3)) {
            deployment.kill(deployment.awaitPrimary());
            deployment.awaitPrimary();
            Diagnosis diagnosis = examine(deployment.connectionString(), true);
            assertThat(codes(diagnosis)).as(diagnosis.text()).containsExactly("tcp-refused");
            assertThat(diagnosis.exitStatus()).isEqualTo(1);
            assertThat(diagnosis.text()).contains("A client can use this deployment, but something should be changed.");
        }
    }

    @Test
    void serversThatDoNotBelongTogetherAreNoticed() {
        try (Deployment one = Deployment.replicaSet(1);
                Deployment other = Deployment.replicaSet(1);
                Deployment alone = Deployment.standalone()) {
            String address = "mongodb://" + one.awaitPrimary().address() + "," + other.awaitPrimary().address();
            assertThat(codes(examine(address, false))).contains("sets");
            Diagnosis standalone = examine("mongodb://" + alone.member(0).address() + "/?replicaSet=rs0", false);
            assertThat(codes(standalone)).as(standalone.text()).containsExactly("no-set", "read-primary");
        }
    }

    @Test
    void clocksRoundTripsAndPoolLimitsAreCompared() {
        try (Deployment deployment = Deployment.replicaSet(1)) {
            Member member = deployment.awaitPrimary();
            deployment.skewClock(member, Duration.ofMinutes(-5));
            deployment.delayReplies(member, Duration.ofMillis(110));
            Diagnosis diagnosis = examine(deployment.connectionString() + "&maxPoolSize=1000000", false);
            assertThat(codes(diagnosis)).as(diagnosis.text()).containsExactly("clock", "slow", "read-secondary",
                    "pool");
            assertThat(diagnosis.text()).contains(" s behind this machine's");
        }
    }

    @Test
    void aSocketFileAndASeedListThatDoNotExistAreNamed() {
        assertThat(codes(examine("mongodb://%2Fno%2Fsuch.sock/", false))).containsExactly("socket-file");
        Diagnosis noRecord = examine("mongodb+srv://cluster.no-such.invalid/", false);
        assertThat(codes(noRecord)).as(noRecord.text()).containsExactly("srv");
    }

    @Test
    void theAdviceForAStringIsAboutItsMistake() {
        assertThat(examine("foo", false).text()).contains("write mongodb://host:port/").doesNotContain("%3A");
        assertThat(examine("mongodb://u:a:b@h/", false).text()).contains("':' as %3A");
        assertThat(examine("mongodb://h/?w=-1", false).text()).contains("w is below 0").doesNotContain("%3A");
    }

    @Test
    void theExaminationEndsInTimeWhateverIsSilent() throws IOException {
        try (ServerSocket silent = new ServerSocket(0)) {
            Diagnosis diagnosis = new Doctor("mongodb://127.0.0.1:" + silent.getLocalPort() + ",127.0.0.2:"
                    + silent.getLocalPort(), Duration.ofMillis(1), false).examine();
            assertThat(codes(diagnosis)).as(diagnosis.text()).containsExactly("time", "time");
        }
    }

    @Test
    void aDeadAddressAmongOthersIsNamed() throws IOException {
        InetAddress alive = InetAddress.getByAddress(new byte[]{127, 0, 0, 1});
        InetAddress dead = InetAddress.getByAddress(new byte[]{127, 0, 0, 9});
        try (Deployment deployment = Deployment.standalone()) {
            Diagnosis diagnosis = examine("mongodb://db.example.com:" + deployment.member(0).address().port(),
                    new Names(List.of(alive, dead)));
            assertThat(codes(diagnosis)).as(diagnosis.text()).containsExactly("tcp-some");
        }
    }

    @Test
    void anIpv4AddressThatDoesNotAnswerIsNamed() throws IOException {
        InetAddress four = InetAddress.getByAddress(new byte[]{127, 0, 0, 1});
        InetAddress six = InetAddress.getByAddress(new byte[]{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1});
        try (ServerSocket onlySix = new ServerSocket()) {
            assumeThatCode(() -> onlySix.bind(new InetSocketAddress(six, 0))).doesNotThrowAnyException();
            Thread.ofPlatform().daemon().start(() -> closeAll(onlySix));
            assertThat(codes(examine("mongodb://db.example.com:" + onlySix.getLocalPort(),
                    new Names(List.of(four, six))))).containsExactly("ipv4", "hello");
        }
    }

    /** A full queue of connections drops what comes, as a firewall does. */
    @Test
    void aPortThatDropsPacketsDiffersFromOneThatRefuses() throws IOException {
        List<SocketChannel> queue = new ArrayList<>();
        try (ServerSocket full = new ServerSocket(0, 1, InetAddress.getByAddress(new byte[]{127, 0, 0, 1}))) {
            for (int i = 0; i < 8; i++) {
                SocketChannel waiting = SocketChannel.open();
                waiting.configureBlocking(false);
                waiting.connect(full.getLocalSocketAddress());
                queue.add(waiting);
            }
            Diagnosis diagnosis = new Doctor("mongodb://127.0.0.1:" + full.getLocalPort(), Duration.ofSeconds(5), false)
                    .examine();
            assertThat(codes(diagnosis)).as(diagnosis.text()).containsExactly("tcp-timeout");
        } finally {
            for (SocketChannel each : queue) {
                each.close();
            }
        }
    }

    @Test
    void aServerThatDemandsACertificateOfTheClientRefuses() throws Exception {
        SSLContext context = context(30);
        Path authority = directory.resolve("authority.pem");
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(directory.resolve("keys.p12"))) {
            keys.load(in, "simulator".toCharArray());
        }
        Files.writeString(authority, "-----BEGIN CERTIFICATE-----\n"
                + Base64.getMimeEncoder().encodeToString(keys.getCertificate("x").getEncoded())
                + "\n-----END CERTIFICATE-----\n");
        try (SSLServerSocket strict = (SSLServerSocket) context.getServerSocketFactory().createServerSocket(0)) {
            strict.setNeedClientAuth(true);
            Thread.ofPlatform().daemon().start(() -> greetAll(strict));
            Diagnosis diagnosis = examine("mongodb://127.0.0.1:" + strict.getLocalPort() + "/?tls=true&tlsCAFile="
                    + authority, false);
            assertThat(codes(diagnosis)).as(diagnosis.text()).containsExactly("tls-refused");
        }
    }

    @Test
    void aConnectionThatBreaksWhileItAuthenticatesIsNoWrongPassword() {
        try (Deployment deployment = Deployment.builder().standalone().user("ada", "right").requireAuthentication()
                .start()) {
            deployment.failPoint(failing("saslContinue", "closeConnection: true"));
            Diagnosis diagnosis = examine("mongodb://ada:right@" + deployment.member(0).address(), false);
            assertThat(codes(diagnosis)).as(diagnosis.text()).containsExactly("handshake");
        }
    }

    @Test
    void readsAndWritesThatFailAreNamed() {
        try (Deployment deployment = Deployment.replicaSet(2)) {
            deployment.awaitPrimary();
            deployment.failPoint(failing("insert", "errorCode: 8000"));
            Diagnosis diagnosis = examine(deployment.connectionString(), true);
            assertThat(codes(diagnosis)).as(diagnosis.text()).containsExactly("write");
            deployment.failPoint(failing("find", "errorCode: 8000"));
            assertThat(codes(examine(deployment.connectionString(), false))).containsExactly("read-primary");
        }
    }

    @Test
    void aUserThatMayNotReadIsOnlyNoted() {
        try (Deployment deployment = Deployment.builder().standalone().user("ada", "right").requireAuthentication()
                .start()) {
            deployment.failPoint(failing("find", "errorCode: 13"));
            Diagnosis diagnosis = examine("mongodb://ada:right@" + deployment.member(0).address(), false);
            assertThat(diagnosis.findings()).extracting(Finding::code).as(diagnosis.text()).containsExactly("no-read");
            assertThat(diagnosis.exitStatus()).isZero();
        }
    }

    @Test
    void aServerWithoutTheCompressorsOfTheClientIsNoted() {
        try (Deployment deployment = Deployment.builder().standalone().compressors("zlib").start()) {
            Diagnosis diagnosis = examine(deployment.connectionString() + "?compressors=snappy", false);
            assertThat(diagnosis.findings()).extracting(Finding::code).as(diagnosis.text())
                    .containsExactly("compression");
        }
    }

    @Test
    void aClientThatGetsNoAnswerInTimeIsAProblem() {
        try (Deployment deployment = Deployment.standalone()) {
            deployment.failPoint(failing("find", "blockConnection: true, blockTimeMS: 60000"));
            Diagnosis diagnosis = new Doctor(deployment.connectionString(), Duration.ofSeconds(3), false).examine();
            assertThat(codes(diagnosis)).as(diagnosis.text()).containsExactly("use-time");
        }
    }

    /** Accepts connections and closes them, until the socket is closed. */
    private static void closeAll(ServerSocket socket) {
        try {
            while (true) {
                socket.accept().close();
            }
        } catch (IOException e) {
            // The socket is closed.
        }
    }

    /** Accepts connections and reads from them, until the socket is closed. */
    private static void greetAll(ServerSocket socket) {
        while (!socket.isClosed()) {
            try (Socket client = socket.accept()) {
                client.getInputStream().read();
            } catch (IOException e) {
                // The client has no certificate, or the socket is closed.
            }
        }
    }

    private static Diagnosis examine(String uri, boolean writes) {
        return new Doctor(uri, Duration.ofMinutes(1), writes).examine();
    }

    private static String failing(String command, String how) {
        return "{configureFailPoint: 'failCommand', mode: 'alwaysOn', data: {failCommands: ['" + command + "'], " + how
                + "}}";
    }

    private static List<String> codes(Diagnosis diagnosis) {
        return diagnosis.findings().stream().filter(finding -> finding.severity() != Finding.Severity.NOTE)
                .map(Finding::code).toList();
    }

    private SSLContext context(int days, String... more)
            throws IOException, GeneralSecurityException, InterruptedException {
        Path store = directory.resolve("keys.p12");
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(), "-genkeypair", "-keystore",
                store.toString(), "-storetype", "PKCS12", "-storepass", "simulator", "-alias", "x", "-keyalg", "EC",
                "-dname", "CN=test", "-ext", "SAN=ip:127.0.0.1", "-validity", Integer.toString(days)));
        command.addAll(List.of(more));
        Process made = new ProcessBuilder(command).inheritIO().start();
        assertThat(made.waitFor()).isZero();
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            keys.load(in, "simulator".toCharArray());
        }
        KeyManagerFactory managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        managers.init(keys, "simulator".toCharArray());
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(managers.getKeyManagers(), null, null);
        return context;
    }

    private static Diagnosis examine(String uri, Names names) {
        return new Doctor(uri, Duration.ofMinutes(1), false,
                new TailoredEnvironment(SystemEnvironment.instance(), names, names, 0, 0)).examine();
    }

    /** Every name has the same addresses, and every seed list the same records. */
    private record Names(List<InetAddress> addresses, List<SrvRecord> servers, List<String> texts)
            implements
                NameResolver,
                DnsResolver {
        Names(List<InetAddress> addresses) {
            this(addresses, List.of(), List.of());
        }

        Names(List<InetAddress> addresses, SrvRecord server, String text) {
            this(addresses, List.of(server), List.of(text));
        }

        @Override
        public List<InetAddress> resolve(String host) throws UnknownHostException {
            return host.endsWith("example.com") ? addresses : List.of(InetAddress.getAllByName(host));
        }

        @Override
        public List<SrvRecord> srv(String name) {
            return servers;
        }

        @Override
        public List<String> txt(String name) {
            return texts;
        }
    }
}
