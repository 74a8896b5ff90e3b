package dev.sluice.nostr;

/** Kinds that the engine itself acts on. */
public final class Kind {

    /** Profile (NIP-01). */
    public static final int PROFILE = 0;
    /** Short note (NIP-01). */
    public static final int NOTE = 1;
    /** Deletion request (NIP-09). */
    public static final int DELETION = 5;
    /** Request to vanish (NIP-62). */
    public static final int VANISH = 62;
    /** Gift wrap (NIP-59), deleted with the key it is addressed to (NIP-62). */
    public static final int GIFT_WRAP = 1059;
    /** Comment (NIP-22). */
    public static final int COMMENT = 1111;
    /** Git patch (NIP-34). */
    public static final int PATCH = 1617;
    /** Git pull request (NIP-34). */
    public static final int PULL_REQUEST = 1618;
    /** Git issue (NIP-34). */
    public static final int ISSUE = 1621;
    /** Relay list (NIP-65). */
    public static final int RELAY_LIST = 10_002;
    /** A user's list of GRASP servers (NIP-34). */
    public static final int GRASP_SERVERS = 10_317;
    /** Client authentication (NIP-42); never stored. */
    public static final int CLIENT_AUTH = 22_242;
    /** Git repository announcement (NIP-34). */
    public static final int REPOSITORY = 30_617;
    /** Git repository state (NIP-34). */
    public static final int REPOSITORY_STATE = 30_618;
    /** The largest kind that NIP-01 allows. */
    public static final int MAX = 65_535;

    private Kind() {}
}
