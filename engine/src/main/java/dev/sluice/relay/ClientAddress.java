package dev.sluice.relay;

/** Where a client comes from, as logs and thread names show it. */
public record ClientAddress(String text) {

    @Override
    public String toString() {
        return text;
    }
}
