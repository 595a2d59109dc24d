package dev.bowline.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** The story of a client: events that are counted, failovers that are accounted for, and memory that is bounded. */
class StoryTest {
    private final Story story = new Story();

    @Test
    void theSameRetryAgainIsCountedAndAnotherIsNot() {
        story.add(1000, Story.Kind.RETRIED, "a:1", "tried again");
        long first = story.revision();
        story.add(2000, Story.Kind.RETRIED, "a:1", "tried again");
        story.add(2000, Story.Kind.RETRIED, "b:1", "tried again");
        assertThat(story.events(0)).extracting(Story.Event::server, Story.Event::count)
                .containsExactly(org.assertj.core.groups.Tuple.tuple("a:1", 2),
                        org.assertj.core.groups.Tuple.tuple("b:1", 1));
        assertThat(story.events(first)).as("changed since").hasSize(2);
        assertThat(story.events(story.revision())).isEmpty();
    }

    @Test
    void theSameLossLaterIsAnEventOfItsOwn() {
        story.add(1000, Story.Kind.CHECK_FAILED, "a:1", "refused");
        story.add(7000, Story.Kind.CHECK_FAILED, "a:1", "refused");
        story.add(7000, Story.Kind.SERVER_LOST, "a:1", "lost");
        story.add(7001, Story.Kind.SERVER_LOST, "a:1", "lost");
        assertThat(story.events(0)).hasSize(4);
    }

    @Test
    void aFailoverCountsTheOperationsThatWereUnderWayOrBeganInIt() {
        story.operationEnded(100, 5, true);
        story.primaryLost(1000, "a:1", "the peer closed the connection", true);
        assertThat(story.failovers()).singleElement().satisfies(open -> assertThat(open.isOver()).isFalse());
        story.operationRetried(900, 1100);
        story.operationEnded(900, 400, false);
        story.primaryFound(1500, "b:1");
        story.operationEnded(1499, 300, true);
        story.operationEnded(1501, 9000, true);
        assertThat(story.failovers()).containsExactly(new Story.Failover(1, story.revision(), 1000, 1500, "a:1", "b:1",
                "the peer closed the connection", 2, 1, 1, 400, 900));
    }

    @Test
    void aReplacedPrimaryThatDoesNotAnswerIsTheReasonOfItsFailover() {
        story.primaryLost(1000, "a:1", "a newer primary was found", true);
        story.primaryFound(1000, "b:1");
        story.silent("c:1", "it does not answer");
        assertThat(story.failovers().getLast().reason()).isEqualTo("a newer primary was found");
        long before = story.revision();
        story.silent("a:1", "it does not answer: timed out");
        assertThat(story.failovers().getLast().reason()).isEqualTo("it does not answer: timed out");
        assertThat(story.revision()).isGreaterThan(before);
    }

    @Test
    void aReplacedPrimaryThatAnsweredAndFallsSilentLaterIsNoReason() {
        story.primaryLost(1000, "a:1", "a newer primary was found", true);
        story.primaryFound(1000, "b:1");
        story.heard("a:1");
        story.silent("a:1", "it does not answer");
        assertThat(story.failovers().getLast().reason()).isEqualTo("a newer primary was found");
        story.primaryLost(2000, "b:1", "it has stepped down", false);
        story.silent("b:1", "it does not answer");
        assertThat(story.failovers().getLast().reason()).isEqualTo("it has stepped down");
    }

    @Test
    void theFirstPrimaryIsNoFailover() {
        story.primaryFound(1000, "a:1");
        assertThat(story.failovers()).isEmpty();
    }

    @Test
    void theOldestEventsAndFailoversAreForgotten() {
        for (int i = 0; i < 2 * Story.MAX_EVENTS; i++) {
            story.add(i, Story.Kind.CONTROL, "", "event " + i);
            story.primaryLost(i, "a:1", "x".repeat(10_000), true);
        }
        List<Story.Event> events = story.events(0);
        assertThat(events).hasSize(Story.MAX_EVENTS);
        assertThat(events.getLast().text()).isEqualTo("event " + (2 * Story.MAX_EVENTS - 1));
        assertThat(story.failovers()).hasSize(Story.MAX_FAILOVERS);
        assertThat(story.failovers().getLast().reason()).hasSizeLessThan(500);
    }
}
