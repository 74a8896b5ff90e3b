package dev.sluice.profile;

/**
 * How much a relay takes in a time.
 *
 * @param count in that time
 * @param seconds the time
 * @param burst at once after a rest
 * @param shared by all connections of one address
 */
public record Rate(long count, long seconds, long burst, boolean shared) {}
