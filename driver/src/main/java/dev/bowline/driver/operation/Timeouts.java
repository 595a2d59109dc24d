package dev.bowline.driver.operation;

import dev.bowline.MongoWriteConcernException;
import dev.bowline.MongoWriteException;
import dev.bowline.egress.error.MongoException;
import dev.bowline.egress.error.MongoSocketException;
import dev.bowline.egress.error.MongoTimeoutException;

/** Tells errors that mean "too late" from others. Client-side operations timeout, "Errors". */
final class Timeouts {
    static final int MAX_TIME_EXPIRED = 50;

    private Timeouts() {}

    static boolean isTimeout(MongoException error) {
        if (error instanceof MongoTimeoutException || error.code() == MAX_TIME_EXPIRED) {
            return true;
        }
        if (error instanceof MongoSocketException network) {
            return network.isTimeout();
        }
        return (error instanceof MongoWriteException write && write.error().code() == MAX_TIME_EXPIRED)
                || (error instanceof MongoWriteConcernException concern
                        && concern.writeConcernError().code() == MAX_TIME_EXPIRED);
    }
}
