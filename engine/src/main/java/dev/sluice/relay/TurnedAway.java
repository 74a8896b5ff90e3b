package dev.sluice.relay;

/**
 * Why a client is not let in.
 *
 * @param full whether the relay has no room for anybody, otherwise this address has or does too much
 * @param text words for a person
 */
public record TurnedAway(boolean full, String text) {}
