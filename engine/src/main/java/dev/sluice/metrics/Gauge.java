package dev.sluice.metrics;

/** What is measured at the moment of asking: the sum over all who report it. */
public enum Gauge {
    CONNECTIONS("sluice_connections", "", ""),
    SLOTS_HELD("sluice_slots_held", "", ""),
    SLOT_WAITERS("sluice_slot_waiters", "", ""),
    REQUESTS("sluice_retained_state", "class", "requests");

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
