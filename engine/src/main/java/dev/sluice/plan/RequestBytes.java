package dev.sluice.plan;

import dev.sluice.nostr.ClientMessage;
import dev.sluice.nostr.Codec;
import dev.sluice.nostr.Filter;
import dev.sluice.nostr.SubscriptionId;
import dev.sluice.nostr.Utf8;
import java.util.List;

/** What a whole REQ weighs on the wire, as it is written by who sends it. Pure. */
public final class RequestBytes {
    /** No id of ours is longer: a letter and a number of 64 bits to the base of 36. */
    private static final SubscriptionId LONGEST = new SubscriptionId("r" + Long.toString(Long.MAX_VALUE, 36));

    /** Keys, window, limit and id around the values of one filter; 200 bytes would do for a few tag letters. */
    private static final int AROUND = 512;

    private RequestBytes() {}

    /** At most so many bytes, for a page of one filter whose values weigh so much. */
    public static int ofPage(int valueBytes) {
        return (int) Math.min(Integer.MAX_VALUE, (long) valueBytes + AROUND);
    }

    /** What the values of one filter may weigh so that a page of it has so many bytes. */
    public static int valuesOfPage(int pageBytes) {
        return Math.max(1, pageBytes - AROUND);
    }

    /** At most so many bytes, for a REQ of each group. */
    public static long ofAll(List<Group> groups) {
        return groups.stream().mapToLong(group -> of(group.filters())).sum();
    }

    /** At most so many bytes. */
    public static int of(List<Filter> filters) {
        return Utf8.length(Codec.encode(new ClientMessage.Req(LONGEST, filters)));
    }
}
