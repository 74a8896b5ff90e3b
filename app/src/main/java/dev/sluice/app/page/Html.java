package dev.sluice.app.page;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;

/** What every page has: texts that can't become markup, one style, and a policy under which nothing else is loaded. */
public final class Html {

    static final String TYPE = "text/html; charset=utf-8";

    private static final String STYLE = """
            :root { color-scheme: light dark; --line: #8884; --soft: #666; }
            @media (prefers-color-scheme: dark) { :root { --soft: #aaa; } }
            body { font: 1rem/1.5 system-ui, sans-serif; max-width: 44rem; margin: 2rem auto; padding: 0 1rem; }
            h1, h2, p, dd, code { overflow-wrap: anywhere; }
            h1 { line-height: 1.2; margin-bottom: .25rem; }
            h2 { font-size: 1rem; margin-top: 2rem; border-bottom: 1px solid var(--line); }
            dl { display: grid; grid-template-columns: minmax(0, 2fr) minmax(0, 3fr); gap: .25rem 1rem; margin: 0; }
            dt { color: var(--soft); grid-column: 1; }
            dd { margin: 0; grid-column: 2; font-variant-numeric: tabular-nums; }
            @media (max-width: 32rem) {
              dl { grid-template-columns: minmax(0, 1fr); gap: 0; }
              dt { margin-top: .5rem; }
              dd { grid-column: 1; }
            }
            footer { margin-top: 2rem; color: var(--soft); font-size: .875rem; }
            """;

    /** Nothing but the style above is run or loaded, and no other page may frame this one. */
    public static final String POLICY = "default-src 'none'; style-src '" + hash(STYLE)
            + "'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

    private Html() {}

    /** A whole page. */
    static String page(String title, String body) {
        return """
                <!doctype html>
                <html lang="en">
                <head>
                <meta charset="utf-8">
                <meta name="viewport" content="width=device-width, initial-scale=1">
                <title>%s</title>
                <style>%s</style>
                </head>
                <body>
                %s</body>
                </html>
                """.formatted(text(title), STYLE, body);
    }

    /** A text as content or as a quoted attribute. */
    static String text(String raw) {
        StringBuilder escaped = new StringBuilder(raw.length());
        raw.codePoints().forEach(point -> {
            switch (point) {
                case '&' -> escaped.append("&amp;");
                case '<' -> escaped.append("&lt;");
                case '>' -> escaped.append("&gt;");
                case '"' -> escaped.append("&quot;");
                case '\'' -> escaped.append("&#39;");
                default -> escaped.appendCodePoint(point);
            }
        });
        return escaped.toString();
    }

    private static String hash(String style) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(style.getBytes(StandardCharsets.UTF_8));
            return "sha256-" + Base64.getEncoder().encodeToString(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
