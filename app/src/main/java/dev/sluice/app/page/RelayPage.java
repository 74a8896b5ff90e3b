package dev.sluice.app.page;

import dev.sluice.nostr.RelayInformation;
import dev.sluice.nostr.RelayUrl;
import java.util.Locale;
import java.util.Set;
import java.util.function.Supplier;

/** The relay's own address over HTTP: its document (NIP-11), a page for browsers, one line for everybody else. */
public final class RelayPage implements Page {

    private static final String NOSTR_JSON = "application/nostr+json";
    private static final String GREETING = "This is a Nostr relay: connect with a Nostr client.\n";

    private final Supplier<RelayInformation> information;
    private final Set<RelayUrl> urls;

    /**
     * @param urls how the world calls the relay; none when nobody has said
     */
    public RelayPage(Supplier<RelayInformation> information, Set<RelayUrl> urls) {
        this.information = information;
        this.urls = Set.copyOf(urls);
    }

    @Override
    public Answer answer(String accept) {
        String wanted = accept.toLowerCase(Locale.ROOT);
        if (wanted.contains(NOSTR_JSON)) {
            return new Answer(200, NOSTR_JSON, information.get().encode());
        }
        return wanted.contains("text/html")
                ? new Answer(200, Html.TYPE, RelayHtml.of(information.get(), urls))
                : Answer.text(200, GREETING);
    }
}
