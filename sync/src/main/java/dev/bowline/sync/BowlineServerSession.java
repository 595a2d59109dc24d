package dev.bowline.sync;

import com.mongodb.session.ServerSession;
import org.bson.BsonDocument;

/** A server session under the official interface. It also knows the client session it belongs to. */
public final class BowlineServerSession implements ServerSession {
    private final BowlineClientSession owner;
    private final dev.bowline.driver.session.ServerSession session;

    BowlineServerSession(BowlineClientSession owner, dev.bowline.driver.session.ServerSession session) {
        this.owner = owner;
        this.session = session;
    }

    /** Frameworks wrap client sessions; what is wrapped is found through its server session. */
    BowlineClientSession owner() {
        return owner;
    }

    @Override
    public BsonDocument getIdentifier() {
        return session.lsidDocument();
    }

    @Override
    public long getTransactionNumber() {
        return session.transactionNumber();
    }

    @Override
    public long advanceTransactionNumber() {
        return session.nextTransactionNumber();
    }

    @Override
    public boolean isClosed() {
        return owner.session().isEnded();
    }

    @Override
    public void markDirty() {
        session.markDirty();
    }

    @Override
    public boolean isMarkedDirty() {
        return session.isDirty();
    }
}
