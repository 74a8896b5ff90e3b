package dev.sluice.metrics;

/** What is counted. Names and labels are fixed here; nothing that a peer sends ever becomes a label. */
public enum Counter {
    DIALS("sluice_dials_total", "outcome", "started"),
    DIALS_FAILED("sluice_dials_total", "outcome", "failed"),
    CONNECTIONS_ENDED("sluice_connections_ended_total", "cause", "any"),
    CONNECTIONS_SILENT("sluice_connections_ended_total", "cause", "silent"),
    MESSAGES_RECEIVED("sluice_messages_total", "direction", "received"),
    MESSAGES_SENT("sluice_messages_total", "direction", "sent"),
    MESSAGES_MALFORMED("sluice_messages_dropped_total", "reason", "malformed"),
    MESSAGES_UNKNOWN_ID("sluice_messages_dropped_total", "reason", "unknown_id"),
    MESSAGES_SURPLUS("sluice_messages_dropped_total", "reason", "surplus"),
    EVENTS_RECEIVED("sluice_events_received_total", "", ""),
    EVENTS_UNMATCHED("sluice_events_dropped_total", "reason", "unmatched"),
    REFUSALS_RATE("sluice_refusals_total", "class", "rate"),
    REFUSALS_POLICY("sluice_refusals_total", "class", "policy"),
    REFUSALS_AUTH("sluice_refusals_total", "class", "auth"),
    REFUSALS_SUBSCRIPTIONS("sluice_refusals_total", "class", "subscriptions"),
    REFUSALS_FILTERS("sluice_refusals_total", "class", "filters"),
    REFUSALS_SIZE("sluice_refusals_total", "class", "size"),
    REFUSALS_NEGENTROPY("sluice_refusals_total", "class", "negentropy"),
    REFUSALS_UNKNOWN("sluice_refusals_total", "class", "unknown"),
    PAUSES("sluice_pauses_total", "", ""),
    WATCHDOG_CLOSES("sluice_watchdog_closes_total", "", ""),
    PAGES("sluice_pages_total", "", ""),
    ROUNDS("sluice_negentropy_rounds_total", "outcome", "done"),
    ROUNDS_FAILED("sluice_negentropy_rounds_total", "outcome", "failed"),
    WALKS_DRAINED("sluice_walks_ended_total", "reason", "drained"),
    WALKS_UNDRAINED("sluice_walks_ended_total", "reason", "other"),
    DEBTS("sluice_debts_total", "", "");

    private final String metric;
    private final String label;
    private final String value;

    Counter(String metric, String label, String value) {
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
