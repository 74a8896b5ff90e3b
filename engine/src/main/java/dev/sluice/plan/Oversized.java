package dev.sluice.plan;

/**
 * A value that no request can carry; it is left out of every plan.
 *
 * @param family of the demand that lists it
 * @param bytes that it takes in a request
 */
public record Oversized(Tier tier, String family, String value, int bytes) {

    boolean isOf(Demand demand) {
        return tier == demand.tier()
                && family.equals(demand.family())
                && (demand.field().isEmpty() || demand.values().contains(value));
    }
}
