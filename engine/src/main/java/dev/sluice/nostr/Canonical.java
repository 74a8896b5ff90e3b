package dev.sluice.nostr;

import java.util.Arrays;
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
        byte[] last = {};
        for (Spelling spelling : SPELLINGS) {
            byte[] form =
                    form(event.pubkey(), event.createdAt(), event.kind(), event.tags(), event.content(), spelling);
            if (!Arrays.equals(form, last) && hash(form).equals(event.id())) {
                return true;
            }
            last = form;
        }
        return false;
    }

    /** As UTF-8. */
    static byte[] form(
            PublicKey pubkey, long createdAt, int kind, List<List<String>> tags, String content, Spelling spelling) {
        JsonText json = new JsonText(128 + content.length() + content.length() / 8 + 80 * tags.size());
        json.plain("[0,").quoted(pubkey).plain(',');
        json.number(createdAt).plain(',').number(kind).plain(',');
        json.tags(tags, spelling).plain(',').string(content, spelling);
        return json.plain(']').bytes();
    }

    private static EventId hash(byte[] form) {
        return EventId.at(Sha256.of(form), 0);
    }
}
