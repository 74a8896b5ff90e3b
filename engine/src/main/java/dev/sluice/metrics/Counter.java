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
    REFUSALS_RATE_LIMIT("sluice_refusals_total", "reaction", "rate_limit"),
    REFUSALS_TOO_MANY_QUERIES("sluice_refusals_total", "reaction", "too_many_queries"),
    REFUSALS_SUBSCRIPTION_LIMIT("sluice_refusals_total", "reaction", "subscription_limit"),
    REFUSALS_RETAINED_BYTES("sluice_refusals_total", "reaction", "retained_bytes"),
    REFUSALS_FILTER_COUNT("sluice_refusals_total", "reaction", "filter_count"),
    REFUSALS_FILTER_TOO_BIG("sluice_refusals_total", "reaction", "filter_too_big"),
    REFUSALS_RESULTS_TOO_MANY("sluice_refusals_total", "reaction", "results_too_many"),
    REFUSALS_AUTH_REQUIRED("sluice_refusals_total", "reaction", "auth_required"),
    REFUSALS_POLICY_PAUSE("sluice_refusals_total", "reaction", "policy_pause"),
    REFUSALS_TRANSIENT_ERROR("sluice_refusals_total", "reaction", "transient_error"),
    REFUSALS_NEG_UNSUPPORTED("sluice_refusals_total", "reaction", "neg_unsupported"),
    REFUSALS_NEG_TOO_BIG("sluice_refusals_total", "reaction", "neg_too_big"),
    REFUSALS_NEG_TOO_MANY("sluice_refusals_total", "reaction", "neg_too_many"),
    REFUSALS_NEG_TIMEOUT("sluice_refusals_total", "reaction", "neg_timeout"),
    REFUSALS_IGNORED("sluice_refusals_total", "reaction", "ignored"),
    REFUSALS_UNKNOWN("sluice_refusals_unknown_total", "", ""),
    PAUSES_RATE("sluice_pauses_total", "kind", "rate"),
    PAUSES_POLICY("sluice_pauses_total", "kind", "policy"),
    PAUSES_INCOMPLETE("sluice_pauses_total", "kind", "incomplete"),
    PAUSES_FLOOD("sluice_pauses_total", "kind", "flood"),
    PAUSES_NEGENTROPY("sluice_pauses_total", "kind", "negentropy"),
    SLOTS_LIVE("sluice_slots_granted_total", "class", "live"),
    SLOTS_HINT_VERIFICATION("sluice_slots_granted_total", "class", "hint_verification"),
    SLOTS_RETRY("sluice_slots_granted_total", "class", "retry"),
    SLOTS_EXACT_ID("sluice_slots_granted_total", "class", "exact_id"),
    SLOTS_PROBE("sluice_slots_granted_total", "class", "probe"),
    SLOTS_AUTH_RETRY("sluice_slots_granted_total", "class", "auth_retry"),
    SLOTS_HISTORIC_PAGE("sluice_slots_granted_total", "class", "historic_page"),
    SLOTS_PAGINATION_PAGE("sluice_slots_granted_total", "class", "pagination_page"),
    SLOTS_HYDRATION("sluice_slots_granted_total", "class", "hydration"),
    SLOTS_SEMANTIC_FALLBACK("sluice_slots_granted_total", "class", "semantic_fallback"),
    SLOTS_NEGENTROPY("sluice_slots_granted_total", "class", "negentropy"),
    SLOTS_MAILBOX("sluice_slots_granted_total", "class", "mailbox"),
    SLOTS_ROTATION("sluice_slots_granted_total", "class", "rotation"),
    SLOT_WAITS("sluice_slot_waits_total", "", ""),
    GATE_WAITS_BACKGROUND("sluice_gate_waits_total", "gate", "background"),
    GATE_WAITS_LIVE("sluice_gate_waits_total", "gate", "live"),
    GATE_WAITS_NEGENTROPY("sluice_gate_waits_total", "gate", "negentropy"),
    GATE_WAITS_REACTIVE("sluice_gate_waits_total", "gate", "reactive"),
    GATE_WAITS_DIAL("sluice_gate_waits_total", "gate", "dial"),
    GATE_WAITS_UPLOAD("sluice_gate_waits_total", "gate", "upload"),
    GATE_WAIT_MILLIS("sluice_gate_wait_milliseconds_total", "", ""),
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
