package dev.sluice.session;

import java.text.Normalizer;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** Brings a relay's complaint into the form that the rules are written for. */
final class RefusalText {
    /** No refusal that was ever seen is half as long; a text is a peer's, and every rule reads it. */
    private static final int MOST_CHARACTERS = 300;

    /** strfry puts it before every text of its own, whatever prefix follows. */
    private static final Pattern SHOUT = Pattern.compile("^ERROR:? ");

    private static final List<String> WRAPPERS = List.of(
            "negentropy error: ",
            "subscription rejected: ",
            "subscription error: ",
            "filter validation failed: ",
            "notice: ",
            "closed: refused: ");

    private static final Pattern PARSING = Pattern.compile("^(?:bad req: )?error parsing [^:]{1,100}: ");

    private static final Pattern BRACKETS = Pattern.compile("^\\[([a-z][a-z _-]{1,20})\\]:? ?");

    /** The two prefixes that are spelled in many ways, or stand without their colon. */
    private static final Pattern RATE = Pattern.compile("^rate[-_ ]?limit(?:ed|ing)?\\b(?: ?[:;,.-] ?| ?$)");

    private static final Pattern AUTH = Pattern.compile("^auth[-_ ]?required\\b(?: ?[:;,.-] ?| ?$)");

    private static final Set<String> OUTER =
            Set.of("blocked", "restricted", "error", "invalid", "rejected", "failed", "bad req", "bad msg");

    private static final Set<String> INNER = Set.of(
            "rate-limited",
            "auth-required",
            "restricted",
            "blocked",
            "invalid",
            "error",
            "duplicate",
            "pow",
            "rejected");

    private static final Pattern SPLIT_THOUSANDS = Pattern.compile("(?<=\\d)[\\u00a0\\u2009\\u202f](?=\\d{3})");

    private static final Pattern QUOTES = Pattern.compile("[\\u2018\\u2019\\u02bc`\\u00b4]");

    private static final Pattern DOUBLE_QUOTES = Pattern.compile("[\\u201c\\u201d\\u00ab\\u00bb]");

    private static final Pattern DASHES = Pattern.compile("[\\u2010-\\u2015\\u2212]");

    private static final Pattern INVISIBLE = Pattern.compile("\\p{Cf}");

    private static final Pattern SPACES = Pattern.compile("[\\s\\p{Z}\\p{Cc}]+");

    private RefusalText() {}

    /**
     * In lower case and in plain characters, without wrappers; of two prefixes the inner one stays, spelled as NIP-01
     * spells it. Numbers are bare digits: sizes in bytes, times in seconds.
     */
    static String normalise(String text) {
        String cut = text.length() > MOST_CHARACTERS ? text.substring(0, MOST_CHARACTERS) : text;
        String bare = SHOUT.matcher(plain(cut)).replaceFirst("").toLowerCase(Locale.ROOT);
        return prefixed(unwrap(Quantities.plain(bare)));
    }

    private static String plain(String text) {
        boolean plain = text.chars().allMatch(one -> one >= ' ' && one < 0x7f && one != '`') && !text.contains("  ");
        return plain ? text.strip() : replaced(text);
    }

    private static String replaced(String text) {
        String whole = SPLIT_THOUSANDS.matcher(text).replaceAll("");
        String composed = Normalizer.normalize(whole, Normalizer.Form.NFKC);
        String quoted = QUOTES.matcher(composed).replaceAll("'");
        String doubled = DOUBLE_QUOTES.matcher(quoted).replaceAll("\"");
        String dashed = DASHES.matcher(doubled).replaceAll("-");
        String visible = INVISIBLE.matcher(dashed).replaceAll("");
        return SPACES.matcher(visible).replaceAll(" ").strip();
    }

    private static String unwrap(String text) {
        for (String wrapper : WRAPPERS) {
            if (text.startsWith(wrapper)) {
                return unwrap(text.substring(wrapper.length()));
            }
        }
        return PARSING.matcher(text).replaceFirst("");
    }

    private static String prefixed(String text) {
        String open = BRACKETS.matcher(text).replaceFirst("$1: ");
        String rate = RATE.matcher(open).replaceFirst("rate-limited: ");
        return inner(AUTH.matcher(rate).replaceFirst("auth-required: ")).strip();
    }

    /** A bare word counts as an inner prefix only where nothing else could be meant. */
    private static String inner(String text) {
        int colon = text.indexOf(':');
        if (colon < 0 || !OUTER.contains(text.substring(0, colon))) {
            return text;
        }
        String rest = prefixedRest(text.substring(colon + 1).strip());
        int next = rest.indexOf(':');
        return next > 0 && INNER.contains(rest.substring(0, next)) ? inner(rest) : text;
    }

    private static String prefixedRest(String rest) {
        return AUTH.matcher(RATE.matcher(rest).replaceFirst("rate-limited: ")).replaceFirst("auth-required: ");
    }
}
