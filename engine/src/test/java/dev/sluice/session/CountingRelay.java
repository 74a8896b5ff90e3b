package dev.sluice.session;

import dev.sluice.metrics.Counter;
import dev.sluice.nostr.ClientMessage;
import dev.sluice.nostr.Codec;
import dev.sluice.nostr.Decoded;
import dev.sluice.nostr.Filter;
import dev.sluice.nostr.SubscriptionId;
import dev.sluice.wire.RelaySocket.Received;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** The other end of a {@link SessionRig}: takes REQs and CLOSEs, answers with EOSE unless told otherwise, and keeps count. */
final class CountingRelay {
    /** What is done instead of an EOSE. */
    interface Answer {
        void give(SubscriptionId id) throws InterruptedException;
    }

    private final SessionRig rig;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<SubscriptionId, List<Filter>> open = new LinkedHashMap<>();
    private final Map<SubscriptionId, List<Filter>> asked = new LinkedHashMap<>();
    private final List<SubscriptionId> ended = new ArrayList<>();
    private final StringBuilder story = new StringBuilder();
    private final Map<Integer, Answer> answers = new ConcurrentHashMap<>();
    private int requests;
    private volatile int taken;
    private volatile boolean over;

    final List<Long> starts = new CopyOnWriteArrayList<>();
    volatile int most;

    /** Filters that are never taken; null for none. */
    volatile @Nullable List<Filter> refused;

    CountingRelay(SessionRig rig) {
        this.rig = rig;
    }

    /** Runs until the connection is over. */
    void run() throws InterruptedException {
        while (rig.peer.receive() instanceof Received.Text text) {
            switch (((Decoded.Message<ClientMessage>) Codec.clientMessage(text.text())).value()) {
                case ClientMessage.Req req -> take(req);
                case ClientMessage.Close close -> take(close);
                default -> throw new IllegalStateException("unexpected " + text);
            }
            taken++;
        }
        lock.lock();
        try {
            open.clear();
        } finally {
            lock.unlock();
        }
        over = true;
    }

    private void take(ClientMessage.Req req) throws InterruptedException {
        starts.add(rig.time.nanos());
        @Nullable Answer answer = noted(req);
        if (req.filters().equals(refused)) {
            remove(req.id());
            rig.closed(req.id(), "error: not again");
        } else if (answer == null) {
            rig.eose(req.id());
        } else {
            answer.give(req.id());
        }
    }

    private @Nullable Answer noted(ClientMessage.Req req) {
        lock.lock();
        try {
            asked.put(req.id(), req.filters());
            story.append('R');
            open.put(req.id(), req.filters());
            most = Math.max(most, open.size());
            requests++;
            return answers.get(requests);
        } finally {
            lock.unlock();
        }
    }

    private void take(ClientMessage.Close close) {
        lock.lock();
        try {
            story.append('C');
            ended.add(close.id());
            open.remove(close.id());
        } finally {
            lock.unlock();
        }
    }

    /** The relay itself ends it, or never opened it. */
    void remove(SubscriptionId id) {
        lock.lock();
        try {
            open.remove(id);
        } finally {
            lock.unlock();
        }
    }

    /** What is done at a request, counted from one since the last {@link #forget}. */
    void on(int request, Answer answer) {
        answers.put(request, answer);
    }

    /** Begins a new story; what is open stays. */
    void forget() {
        lock.lock();
        try {
            requests = 0;
            ended.clear();
            asked.clear();
            story.setLength(0);
        } finally {
            lock.unlock();
        }
    }

    /** Blocks until it has taken all that was sent. */
    void settle() throws InterruptedException {
        rig.until(() -> over || taken == rig.metrics.value(Counter.MESSAGES_SENT));
    }

    /** An R for each REQ and a C for each CLOSE, in order. */
    String story() {
        lock.lock();
        try {
            return story.toString();
        } finally {
            lock.unlock();
        }
    }

    List<SubscriptionId> open() {
        lock.lock();
        try {
            return List.copyOf(open.keySet());
        } finally {
            lock.unlock();
        }
    }

    /** The ids of CLOSEs, in order. */
    List<SubscriptionId> ended() {
        lock.lock();
        try {
            return List.copyOf(ended);
        } finally {
            lock.unlock();
        }
    }

    /** The ids of the REQs for these groups, in order. */
    List<SubscriptionId> asked(List<List<Filter>> groups) {
        lock.lock();
        try {
            return asked.entrySet().stream()
                    .filter(one -> groups.contains(one.getValue()))
                    .map(Map.Entry::getKey)
                    .toList();
        } finally {
            lock.unlock();
        }
    }
}
