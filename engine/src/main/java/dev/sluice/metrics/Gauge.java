package dev.sluice.metrics;

/** What is measured at the moment of asking: the sum over all who report it. */
public enum Gauge {
    ARCHIVE_EVENTS("sluice_archive_events", "", ""),
    ARCHIVE_BYTES("sluice_archive_bytes", "", ""),
    ARCHIVE_QUEUED("sluice_archive_queued_events", "", ""),
    CONNECTIONS("sluice_connections", "", ""),
    SERVED_CONNECTIONS("sluice_served_connections", "", ""),
    SLOTS_LIVE("sluice_slots_held", "class", "live"),
    SLOTS_HINT_VERIFICATION("sluice_slots_held", "class", "hint_verification"),
    SLOTS_RETRY("sluice_slots_held", "class", "retry"),
    SLOTS_EXACT_ID("sluice_slots_held", "class", "exact_id"),
    SLOTS_PROBE("sluice_slots_held", "class", "probe"),
    SLOTS_AUTH_RETRY("sluice_slots_held", "class", "auth_retry"),
    SLOTS_HISTORIC_PAGE("sluice_slots_held", "class", "historic_page"),
    SLOTS_PAGINATION_PAGE("sluice_slots_held", "class", "pagination_page"),
    SLOTS_HYDRATION("sluice_slots_held", "class", "hydration"),
    SLOTS_SEMANTIC_FALLBACK("sluice_slots_held", "class", "semantic_fallback"),
    SLOTS_NEGENTROPY("sluice_slots_held", "class", "negentropy"),
    SLOTS_MAILBOX("sluice_slots_held", "class", "mailbox"),
    SLOTS_ROTATION("sluice_slots_held", "class", "rotation"),
    SLOTS_FREE("sluice_slots_free", "", ""),
    SLOT_WAITERS("sluice_slot_waiters", "", ""),
    PAUSED("sluice_paused_relays", "", ""),
    REQUESTS("sluice_retained_state", "class", "requests"),
    UNANSWERED_EVENTS("sluice_retained_state", "class", "unanswered_events"),
    LANE_EVENTS("sluice_retained_state", "class", "lane_events"),
    IN_FLIGHT_IDS("sluice_retained_state", "class", "in_flight_ids"),
    EPHEMERAL_IDS("sluice_retained_state", "class", "ephemeral_ids"),
    CHANGES("sluice_retained_state", "class", "changes"),
    CONTROL_PEERS("sluice_retained_state", "class", "control_peers"),
    SERVED_ADDRESSES("sluice_retained_state", "class", "served_addresses"),
    SERVED_HANDSHAKES("sluice_retained_state", "class", "served_handshakes"),
    SERVED_SUBSCRIPTION_BYTES("sluice_retained_state", "class", "served_subscription_bytes"),
    SERVED_NEG_SESSIONS("sluice_retained_state", "class", "served_negentropy_sessions"),
    SERVED_NEG_ITEMS("sluice_retained_state", "class", "served_negentropy_items"),
    SERVED_NEG_PRIVATE_ITEMS("sluice_retained_state", "class", "served_negentropy_private_items"),
    REPOSITORIES("sluice_retained_state", "class", "repositories"),
    ROOTS("sluice_retained_state", "class", "roots"),
    DESCENDANTS("sluice_retained_state", "class", "descendants"),
    MENTIONS("sluice_retained_state", "class", "mentions");

    private final String metric;
    private final String label;
    private final String value;

    Gauge(String metric, String label, String value) {
        this.metric = metric;
        this.label = label;
        this.value = value;
    }

    /** The metric's name in the Prometheus convention. */
    public String metric() {
        return metric;
    }

    /** The name of its one label; empty when it has none. */
    public String label() {
        return label;
    }

    /** The label's value. */
    public String labelValue() {
        return value;
    }
}
