package dev.bowline.simulator.replication;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A replica set configuration; the higher (term, version) replaces the lower wherever the two meet. */
public record Configuration(String setName, long version, long term, List<MemberSettings> members) {
    public int majority() {
        int votes = 0;
        for (MemberSettings member : members) {
            votes += member.votes();
        }
        return votes / 2 + 1;
    }

    public @Nullable MemberSettings member(int id) {
        for (MemberSettings member : members) {
            if (member.id() == id) {
                return member;
            }
        }
        return null;
    }

    boolean newerThan(Configuration other) {
        return term != other.term ? term > other.term : version > other.version;
    }

    public int dataBearing() {
        int count = 0;
        for (MemberSettings member : members) {
            count += member.arbiter() ? 0 : 1;
        }
        return count;
    }
}
