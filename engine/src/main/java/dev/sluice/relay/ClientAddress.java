package dev.sluice.relay;

/**
 * Where a client comes from.
 *
 * @param text as logs and thread names show it
 * @param network what its connections are counted under: one host, or what is handed to one customer
 * @param trusted whether quotas and the bounds of an address do not count for it
 */
public record ClientAddress(String text, String network, boolean trusted) {

    @Override
    public String toString() {
        return text;
    }
}
