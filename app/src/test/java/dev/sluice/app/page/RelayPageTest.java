package dev.sluice.app.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.nostr.RelayInformation;
import dev.sluice.nostr.RelayLimitation;
import dev.sluice.nostr.RelayUrl;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RelayPageTest {

    private static final RelayInformation RELAY = new RelayInformation(
            "<b>My</b> relay",
            "\"A\" copy & more",
            "",
            "mailto:me@mine.example",
            "sluice",
            "1.2",
            Set.of(1, 11),
            RelayLimitation.builder().maxLimit(5_000).createdAtUpperLimit(900).build());

    private final RelayPage page = new RelayPage(
            () -> RELAY, Set.of(RelayUrl.parse("wss://mine.example/x").orElseThrow()));

    @Test
    void programsReadTheDocument() {
        for (String accept : new String[] {"application/nostr+json", "text/html, Application/Nostr+JSON"}) {
            assertEquals(new Answer(200, "application/nostr+json", RELAY.encode()), page.answer(accept));
        }
    }

    @Test
    void peopleReadAPageInWhichNoTextIsMarkup() {
        String html = page.answer("text/html").body();
        assertTrue(html.contains("<h1>&lt;b&gt;My&lt;/b&gt; relay</h1>"), html);
        assertTrue(html.contains("<p>&quot;A&quot; copy &amp; more</p>"), html);
        assertTrue(html.contains("<dd>wss://mine.example/x</dd>"), html);
        assertTrue(html.contains("<dd>5,000</dd>"), html);
        assertTrue(html.contains("<dd>up to 900 seconds</dd>"), html);
        assertTrue(html.contains("<dd>sluice 1.2</dd>"), html);
        assertFalse(html.contains("<b>"), html);
    }

    @Test
    void everybodyElseReadsOneLine() {
        assertEquals(1, page.answer("").body().lines().count());
    }
}
