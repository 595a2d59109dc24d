package dev.bowline.simulator.server;

import dev.bowline.simulator.bson.Document;

/**
 * A place in the log: after an event, or after a whole entry. Written as a hexadecimal string whose order is the order
 * of the places.
 *
 * @param event the event's number in its entry, or {@link #WHOLE}
 */
record ResumeToken(long index, int event, boolean invalidate) implements Comparable<ResumeToken> {
    private static final int WHOLE = Integer.MAX_VALUE;

    static ResumeToken after(long index) {
        return new ResumeToken(index, WHOLE, false);
    }

    boolean wholeEntry() {
        return event == WHOLE;
    }

    Document toDocument() {
        return new Document("_data", String.format("82%016X%08X%s", index, event, invalidate ? "01" : "00"));
    }

    static ResumeToken parse(Document token) {
        if (token.get("_data") instanceof String data && data.length() == 28 && data.startsWith("82")) {
            try {
                return new ResumeToken(Long.parseLong(data.substring(2, 18), 16),
                        Integer.parseInt(data.substring(18, 26), 16),
                        data.endsWith("01"));
            } catch (NumberFormatException e) {
                throw new ServerError(260, "Invalid resume token " + data);
            }
        }
        throw new ServerError(260, "The resume token is not one of this server");
    }

    @Override
    public int compareTo(ResumeToken other) {
        int byIndex = Long.compare(index, other.index);
        return byIndex != 0 ? byIndex : Integer.compare(event, other.event);
    }
}
