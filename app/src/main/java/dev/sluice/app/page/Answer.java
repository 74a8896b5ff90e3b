package dev.sluice.app.page;

/**
 * What a page answers.
 *
 * @param status of HTTP
 * @param contentType with its character set
 */
public record Answer(int status, String contentType, String body) {

    private static final String PLAIN = "text/plain; charset=utf-8";

    static Answer text(int status, String body) {
        return new Answer(status, PLAIN, body);
    }
}
