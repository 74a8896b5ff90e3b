package dev.sluice.relay;

import java.util.Locale;

/**
 * What the relay bounds (RULES 9), with the number that holds unless the operator says otherwise and the ends of what he
 * may say. Numbers are counts unless the name has a unit. The name in lower case is the key of the configuration.
 */
public enum Limit {
    /** Open subscriptions of one connection. */
    MAX_SUBSCRIPTIONS(500, 1, 10_000),
    /** Characters of a subscription id; NIP-01 allows no more than 64. */
    MAX_SUBID_LENGTH(64, 1, 64),
    /** Filters of one REQ or COUNT. */
    MAX_FILTERS(20, 1, 1_000),
    /** Bytes of one message from a client. */
    MAX_MESSAGE_LENGTH(1 << 20, 1_024, 64 << 20),
    /** Stored events for one filter; larger limits are lowered to it. */
    MAX_LIMIT(5_000, 1, 1_000_000),
    /** Stored events for a filter without a limit; never more than {@link #MAX_LIMIT}. */
    DEFAULT_LIMIT(500, 1, 1_000_000),
    /** Bytes of the values of one field of one filter. */
    MAX_FILTER_FIELD_BYTES(128 << 10, 1_024, 64 << 20),
    /** Bytes of the values of all filters of one request. */
    MAX_FILTER_BYTES(512 << 10, 1_024, 64 << 20),
    /** Bytes of the values of all open subscriptions of one connection, and {@link #FILTER_OVERHEAD} for each filter. */
    MAX_SUBSCRIPTION_BYTES(4 << 20, 1_024, 1 << 30),
    /** The same of all connections. */
    MAX_SUBSCRIPTION_BYTES_IN_ALL(256 << 20, 1_024, 16L << 30),

    /** Rows that one request may read in vain: what belongs to its answer does not count. */
    MAX_QUERY_ROWS(5_000_000, 1_000, 10_000_000_000L),
    /** Seconds that reading in vain may take for one request. */
    MAX_QUERY_SECONDS(10, 1, 3_600),

    /** Bytes of one published event. */
    MAX_EVENT_BYTES(1 << 20, 512, 64 << 20),
    /** Tags of one published event. */
    MAX_EVENT_TAGS(20_000, 1, 1_000_000),
    /** Characters of the content of one published event. */
    MAX_CONTENT_LENGTH(1_000_000, 1, 64 << 20),
    /** Seconds that a published event may lie before the clock. */
    CREATED_AT_LOWER_LIMIT(Limit.NONE, 1, 10_000_000_000L),
    /** Seconds that a published event may lie ahead of the clock: what strfry allows. */
    CREATED_AT_UPPER_LIMIT(900, 0, 315_360_000),
    /** Published events of one connection that wait for the archive; more are not read meanwhile. */
    MAX_UNANSWERED_EVENTS(256, 1, 10_000),

    /** REQ, COUNT and NEG-OPEN of one connection in a minute. */
    MAX_QUERIES_PER_MINUTE(1_200, 1, 1_000_000),
    /** NEG-MSG of one connection in a minute. */
    MAX_NEG_MESSAGES_PER_MINUTE(1_200, 1, 1_000_000),
    /** Messages of one connection in a minute; EVENTs are counted apart from all others. */
    MAX_MESSAGES_PER_MINUTE(6_000, 1, 10_000_000),
    /** Published events of one connection in a minute. */
    MAX_WRITES_PER_MINUTE(60, 1, 1_000_000),
    /** How many times what one connection may in a minute all connections of an address may together. */
    ADDRESS_QUOTA_FACTOR(5, 1, 1_000),

    /** Negentropy sessions of one connection. */
    MAX_NEG_SESSIONS(10, 1, 1_000),
    /** Negentropy sessions of all connections. */
    MAX_NEG_SESSIONS_IN_ALL(100, 1, 100_000),
    /** Items of one negentropy session. */
    MAX_NEG_ITEMS(1_000_000, 100, 100_000_000),
    /** Items of the sessions of one connection that are for nobody else's eyes, and so are not shared. */
    MAX_NEG_PRIVATE_ITEMS(50_000, 100, 10_000_000),
    /** The same of all connections. */
    MAX_NEG_PRIVATE_ITEMS_IN_ALL(1_000_000, 100, 100_000_000),
    /** Items of the sets that sessions share and that are remembered for the next one: four full sets. */
    MAX_NEG_SHARED_ITEMS(4_000_000, 100, 400_000_000),
    /** Bytes of one negentropy frame; its hex form is twice as long and fits the tightest message caps in use. */
    NEG_FRAME_BYTES(60_000, 4_096, 500_000),
    /** Seconds after which a session that heard nothing may make room for another. */
    NEG_IDLE_SECONDS(300, 10, 86_400),

    /** Connections in all. */
    MAX_CONNECTIONS(10_000, 1, 1_000_000),
    /** Connections of one address. */
    MAX_CONNECTIONS_PER_ADDRESS(100, 1, 1_000_000),
    /** Attempts of one address to connect, in a minute. */
    MAX_CONNECTS_PER_MINUTE(120, 1, 1_000_000),

    /** TCP connections that have not become clients yet; the oldest makes room for the next. */
    MAX_HANDSHAKES(128, 1, 100_000),
    /** Seconds that a TCP connection has to become a client, or to read what HTTP it wants. */
    HANDSHAKE_SECONDS(10, 1, 600),
    /** Seconds between two pings; a client that says nothing for two of them is gone. As strfry and rust-nostr do. */
    PING_SECONDS(55, 5, 3_600),
    /** Seconds that one message to a client may take to be written: longer than any pause of a client that still lives. */
    SEND_SECONDS(30, 1, 3_600),

    /** Events that wait for a client that reads slowly; then it is disconnected. */
    MAX_OUTBOUND_EVENTS(10_000, 10, 1_000_000),
    /** What those events may weigh in bytes. */
    MAX_OUTBOUND_BYTES(4 << 20, 1 << 16, 1 << 30);

    /** Stands for no bound at all. */
    public static final long NONE = Long.MAX_VALUE;

    /** Bytes that a filter costs beside its values. */
    public static final int FILTER_OVERHEAD = 256;

    private final long usual;
    private final long least;
    private final long most;

    Limit(long usual, long least, long most) {
        this.usual = usual;
        this.least = least;
        this.most = most;
    }

    /** What the configuration calls it. */
    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** What holds unless the operator says otherwise; {@link #NONE} when nothing does. */
    public long usual() {
        return usual;
    }

    /** The least that an operator may say. */
    public long least() {
        return least;
    }

    /** The most that an operator may say. */
    public long most() {
        return most;
    }
}
