package dev.sluice.archive;

/** What a reader may see, and what that may cost. */
public record Leave(Visibility visibility, Allowance allowance) {

    /** Everything, at any cost. */
    public static Leave free() {
        return new Leave(Visibility.ALL, Allowance.unlimited());
    }
}
