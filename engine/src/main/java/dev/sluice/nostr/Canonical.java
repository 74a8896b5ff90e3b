package dev.sluice.nostr;

import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * The canonical form of an event (NIP-01), whose SHA-256 is its id. It is made from parsed values, never from the text
 * that was received.
 */
final class Canonical {

    private static final Spelling[] SPELLINGS = Spelling.values();

    private Canonical() {}

    /** The id by the text of NIP-01: seven escapes, everything else verbatim. */
    static EventId id(PublicKey pubkey, long createdAt, int kind, List<List<String>> tags, String content) {
        return hash(form(pubkey, createdAt, kind, tags, content, Spelling.VERBATIM));
    }

    /**
     * Whether the id is that of the content, in any of the spellings in use. Libraries differ on control characters
     * outside the seven escapes, so events that hold them have no id that all relays agree on.
     */
    static boolean idMatches(Event event) {
        String last = "";
        for (Spelling spelling : SPELLINGS) {
            String form =
                    form(event.pubkey(), event.createdAt(), event.kind(), event.tags(), event.content(), spelling);
            if (form.equals(last)) {
                continue;
            }
            if (hash(form).equals(event.id())) {
                return true;
            }
            last = form;
        }
        return false;
    }

    static String form(
            PublicKey pubkey, long createdAt, int kind, List<List<String>> tags, String content, Spelling spelling) {
        StringBuilder text = new StringBuilder(128 + content.length() + content.length() / 8 + 80 * tags.size());
        text.append("[0,\"").append(pubkey.hex()).append("\",");
        text.append(createdAt).append(',').append(kind).append(',');
        JsonText.append(text, tags, spelling);
        text.append(',');
        JsonText.append(text, content, spelling);
        return text.append(']').toString();
    }

    static EventId hash(String form) {
        return EventId.at(Sha256.of(form.getBytes(StandardCharsets.UTF_8)), 0);
    }
}
