package dev.bowline.simulator.control;

import dev.bowline.simulator.Deployment;
import dev.bowline.simulator.Member;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.jspecify.annotations.Nullable;

/**
 * The commands that control a deployment: {@code freeze primary}, {@code lag 1 500ms}, {@code partition 0,1 2}. The
 * same words come from a keyboard and from {@link ControlServer}.
 */
public final class Console {
    private static final int EXCHANGES = 50;

    private final Deployment deployment;
    private final Map<String, Verb> verbs = new LinkedHashMap<>();

    private interface Action {
        @Nullable
        BsonDocument run(Arguments arguments);
    }

    /**
     * One command.
     *
     * @param parameters their names in order; a name with a question mark may be left out
     */
    private record Verb(String name, List<String> parameters, String help, boolean asks, Action action) {
        String usage() {
            StringBuilder text = new StringBuilder(name);
            for (String parameter : parameters) {
                text.append(parameter.endsWith("?")
                        ? " [" + parameter.substring(0, parameter.length() - 1).toUpperCase(java.util.Locale.ROOT) + "]"
                        : " " + parameter.toUpperCase(java.util.Locale.ROOT));
            }
            return text.toString();
        }
    }

    /** Takes commands for this deployment, which from now on counts what its clients do. */
    public Console(Deployment deployment) {
        this.deployment = deployment;
        deployment.recordLast(1000);
        deployment.record(true);
        ask("status", "the members, their states and their connections", a -> status());
        ask("activity", "what clients did: commands, connections, and requests that they sent again",
                a -> Report.of(deployment.activity(), deployment.lacking()));
        ask("commands last?", "the last requests and whether they succeeded",
                a -> Report.of(deployment.exchanges(), a.count("last", EXCHANGES)));
        ask("refused", "what clients asked for that is not simulated", a -> refused());
        order("forget", "begin to count anew", a -> deployment.clearRecord());
        order("kill member", "end the process; its connections break", each(deployment::kill));
        order("restart member", "start a process that was ended", each(deployment::restart));
        order("shut-down member quiesce?", "end the process in an orderly way",
                a -> deployment.shutDown(a.member(), a.duration("quiesce", Duration.ofSeconds(15))));
        order("freeze member", "stop the process; its connections stay and nothing answers", each(deployment::freeze));
        order("thaw member", "let a frozen process go on", each(deployment::thaw));
        order("step-down for?", "make the primary a secondary for this long, a minute unless said otherwise",
                a -> deployment.stepDown(a.duration("for", Duration.ofMinutes(1))));
        order("elect member", "make this member primary", a -> {
            if (!deployment.elect(a.member())) {
                throw new IllegalStateException(a.member() + " cannot be elected: it sees no majority, or lags");
            }
        });
        order("isolate member", "cut a member off from the other members", each(deployment::isolate));
        order("partition one other", "cut members off from others, both given as 0,1",
                a -> deployment.partition(a.members("one"), a.members("other")));
        order("heal", "mend every link between members, and between members and clients", a -> deployment.heal());
        order("partition-from-clients member", "let nothing pass between clients and this member",
                each(deployment::partitionFromClients));
        order("heal-from-clients member", "take that back", each(deployment::healFromClients));
        order("lag member by", "apply the log this much later",
                each((member, a) -> deployment.lag(member, a.duration("by"))));
        order("delay-requests member by", "let requests take this much longer",
                each((member, a) -> deployment.delayRequests(member, a.duration("by"))));
        order("delay-replies member by", "let replies take this much longer",
                each((member, a) -> deployment.delayReplies(member, a.duration("by"))));
        order("drop-requests member on?", "lose requests before they are executed",
                each((member, a) -> deployment.dropRequests(member, a.flag("on"))));
        order("drop-replies member on?", "lose replies after the request was executed",
                each((member, a) -> deployment.dropReplies(member, a.flag("on"))));
        order("corrupt-replies member count", "damage the next replies",
                each((member, a) -> deployment.corruptReplies(member, a.count("count", 1))));
        order("refuse-connections member on?", "refuse new connections; the open ones stay",
                each((member, a) -> deployment.refuseConnections(member, a.flag("on"))));
        order("close-connections member", "break every open connection", each(deployment::closeConnections));
        order("skew-clock member by", "set the clock ahead, or back with a minus",
                each((member, a) -> deployment.skewClock(member, a.duration("by"))));
        order("recovering member on?", "put a member into the recovering state",
                each((member, a) -> deployment.recovering(member, a.flag("on"))));
        order("fail-point member command", "set a fail point: {configureFailPoint: 'failCommand', ...}",
                each((member, a) -> deployment.failPoint(member, BsonDocument.parse(a.text("command")))));
        order("add-member", "add a member to the replica set", a -> deployment.addMember());
        order("remove-member member", "remove a member from the replica set",
                a -> deployment.removeMember(a.member()));
        order("clear-faults", "take back delays, drops and damage", a -> deployment.clearFaults());
        order("reset", "take back every fault, thaw and restart every member", a -> reset());
    }

    private interface MemberAction {
        void run(Member member, Arguments arguments);
    }

    private static Order each(java.util.function.Consumer<Member> control) {
        return each((member, arguments) -> control.accept(member));
    }

    private static Order each(MemberAction control) {
        return arguments -> arguments.members("member").forEach(member -> control.run(member, arguments));
    }

    private void ask(String usage, String help, Action action) {
        add(usage, help, true, action);
    }

    private interface Order {
        void run(Arguments arguments);
    }

    private void order(String usage, String help, Order order) {
        add(usage, help, false, arguments -> {
            order.run(arguments);
            return null;
        });
    }

    private void add(String usage, String help, boolean asks, Action action) {
        String[] words = usage.split(" ");
        List<String> parameters = List.of(words).subList(1, words.length);
        verbs.put(words[0], new Verb(words[0], parameters, help, asks, action));
    }

    /** Whether there is a command of this name. */
    public boolean knows(String verb) {
        return verbs.containsKey(verb);
    }

    /** Whether the command of this name only asks and changes nothing. */
    boolean isQuestion(String verb) {
        Verb known = verbs.get(verb);
        return known != null && known.asks();
    }

    /** The commands, one a line, with what they do. */
    public String help() {
        StringBuilder text = new StringBuilder();
        for (Verb verb : verbs.values()) {
            text.append(String.format("  %-30s %s%n", verb.usage(), verb.help()));
        }
        return text.append(String.format(
                "  MEMBER is a number, an address, 'primary', 'secondary' or 'all'; a time is 500ms, 5s or 1m.%n"))
                .toString();
    }

    /**
     * Runs a command as it is typed: its name, then its arguments, separated by spaces. Returns its answer.
     *
     * @throws IllegalArgumentException if there is no such command, or an argument is missing or wrong
     * @throws IllegalStateException if the deployment cannot do that now
     */
    public BsonDocument run(String line) {
        String[] words = line.trim().split("\\s+", 2);
        Verb verb = require(words[0]);
        Map<String, String> named = new LinkedHashMap<>();
        String rest = words.length > 1 ? words[1] : "";
        for (int i = 0; i < verb.parameters().size() && !rest.isEmpty(); i++) {
            boolean last = i == verb.parameters().size() - 1;
            String[] parts = last ? new String[]{rest} : rest.split("\\s+", 2);
            named.put(verb.parameters().get(i).replace("?", ""), parts[0]);
            rest = parts.length > 1 ? parts[1] : "";
        }
        if (!rest.isEmpty() && verb.parameters().isEmpty()) {
            throw new IllegalArgumentException(verb.name() + " takes no argument");
        }
        return run(verb, named);
    }

    /** As {@link #run(String)}, with the arguments by name. */
    BsonDocument run(String name, Map<String, String> arguments) {
        Verb verb = require(name);
        for (String given : arguments.keySet()) {
            if (!verb.parameters().contains(given) && !verb.parameters().contains(given + "?")) {
                throw new IllegalArgumentException(name + " has no argument " + given + ": " + verb.usage());
            }
        }
        return run(verb, arguments);
    }

    private Verb require(String name) {
        Verb verb = verbs.get(name);
        if (verb == null) {
            throw new IllegalArgumentException("There is no command " + name);
        }
        return verb;
    }

    private BsonDocument run(Verb verb, Map<String, String> arguments) {
        for (String parameter : verb.parameters()) {
            if (!parameter.endsWith("?") && !arguments.containsKey(parameter)) {
                throw new IllegalArgumentException("Usage: " + verb.usage());
            }
        }
        BsonDocument answer = verb.action().run(new Arguments(deployment, arguments));
        return answer == null ? status() : answer;
    }

    private BsonDocument refused() {
        BsonArray refused = new BsonArray();
        deployment.lacking().forEach(feature -> refused.add(new BsonString(feature)));
        return new BsonDocument("refused", refused);
    }

    private BsonDocument status() {
        BsonArray members = new BsonArray();
        for (Member member : deployment.members()) {
            members.add(new BsonDocument("member", new BsonInt32(member.index()))
                    .append("address", new BsonString(member.address().toString()))
                    .append("state", new BsonString(deployment.state(member)))
                    .append("openConnections", new BsonInt32(member.openConnections()))
                    .append("acceptedConnections", new BsonInt64(member.acceptedConnections())));
        }
        return new BsonDocument("connectionString", new BsonString(deployment.connectionString())).append("members",
                members);
    }

    private void reset() {
        List<Member> members = new ArrayList<>(deployment.members());
        for (Member member : members) {
            switch (deployment.state(member)) {
                case "DOWN" -> deployment.restart(member);
                case "FROZEN" -> deployment.thaw(member);
                case "RECOVERING" -> deployment.recovering(member, false);
                default -> {
                }
            }
            deployment.refuseConnections(member, false);
            deployment.skewClock(member, Duration.ZERO);
            if (deployment.isReplicaSet()) {
                deployment.lag(member, Duration.ZERO);
            }
        }
        deployment.heal();
        deployment.clearFaults();
        deployment.clearFailPoints();
    }
}
