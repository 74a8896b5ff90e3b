package dev.sluice.session;

import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Brings a relay's complaint into the form that the rules are written for. */
final class RefusalText {
    /** strfry puts it before every text of its own, whatever prefix follows. */
    private static final String SHOUT = "ERROR: ";

    private static final List<String> WRAPPERS = List.of(
            "bad req: ",
            "bad msg: ",
            "negentropy error: ",
            "subscription rejected: ",
            "subscription error: ",
            "filter validation failed: ");

    private static final Set<String> OUTER = Set.of("blocked", "restricted", "error", "invalid");

    private static final Set<String> INNER =
            Set.of("rate-limited", "auth-required", "restricted", "blocked", "invalid", "error", "duplicate", "pow");

    private RefusalText() {}

    /** Trimmed, in lower case, without wrappers; of two prefixes the inner one stays. */
    static String normalise(String text) {
        String trimmed = text.strip();
        String bare = trimmed.startsWith(SHOUT) ? trimmed.substring(SHOUT.length()) : trimmed;
        return inner(unwrap(bare.toLowerCase(Locale.ROOT)));
    }

    private static String unwrap(String text) {
        for (String wrapper : WRAPPERS) {
            if (text.startsWith(wrapper)) {
                return unwrap(text.substring(wrapper.length()));
            }
        }
        if (text.startsWith("error parsing ") && text.contains(": ")) {
            return text.substring(text.indexOf(": ") + 2);
        }
        return text;
    }

    private static String inner(String text) {
        int colon = text.indexOf(':');
        if (colon < 0 || !OUTER.contains(text.substring(0, colon))) {
            return text;
        }
        String rest = text.substring(colon + 1).strip();
        String word = rest.split("[:\\s]", 2)[0];
        return INNER.contains(word) ? inner(rest) : text;
    }
}
