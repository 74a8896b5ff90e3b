package dev.sluice.store;

/** A guard has thrown: a fault of who handed the write over, not of the archive. */
final class GuardFault extends RuntimeException {

    private static final long serialVersionUID = 1L;

    GuardFault(RuntimeException cause) {
        super(cause);
    }
}
