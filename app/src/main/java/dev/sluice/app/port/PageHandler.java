package dev.sluice.app.port;

import dev.sluice.app.page.Answer;
import dev.sluice.app.page.Html;
import dev.sluice.app.page.Page;
import java.util.Locale;
import java.util.Map;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/** Answers plain HTTP on a few paths, and 404 on every other. What wants to become a WebSocket is passed on. */
final class PageHandler extends Handler.Wrapper {

    private static final String METHODS = "GET, HEAD, OPTIONS";

    private final Map<String, Page> pages;
    private final boolean anyOrigin;

    private PageHandler(Map<String, Page> pages, boolean anyOrigin) {
        this.pages = Map.copyOf(pages);
        this.anyOrigin = anyOrigin;
    }

    /** Pages for who may reach the port: no other site's script may read them. */
    static PageHandler alone(Map<String, Page> pages) {
        return new PageHandler(pages, false);
    }

    /** Pages for everybody's scripts, beside WebSockets. */
    static PageHandler beside(Handler sockets, Map<String, Page> pages) {
        PageHandler handler = new PageHandler(pages, true);
        handler.setHandler(sockets);
        return handler;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        // clients that would like HTTP/2 ask for an upgrade too
        if (getHandler() != null && request.getHeaders().contains(HttpHeader.UPGRADE, "websocket")) {
            return super.handle(request, response, callback);
        }
        prepare(response);
        @Nullable Page page = pages.get(Request.getPathInContext(request));
        if (page == null) {
            end(response, callback, HttpStatus.NOT_FOUND_404);
            return true;
        }
        switch (request.getMethod().toUpperCase(Locale.ROOT)) {
            case "OPTIONS" -> end(response, callback, HttpStatus.NO_CONTENT_204);
            case "GET", "HEAD" -> answer(page, request, response, callback);
            default -> {
                response.getHeaders().put(HttpHeader.ALLOW, METHODS);
                end(response, callback, HttpStatus.METHOD_NOT_ALLOWED_405);
            }
        }
        return true;
    }

    private static void answer(Page page, Request request, Response response, Callback callback) {
        try {
            Answer answer = page.answer(String.join(
                    ",",
                    request.getHeaders().getFields(HttpHeader.ACCEPT).stream()
                            .map(HttpField::getValue)
                            .toList()));
            response.setStatus(answer.status());
            response.getHeaders().put(HttpHeader.CONTENT_TYPE, answer.contentType());
            Content.Sink.write(response, true, HttpMethod.HEAD.is(request.getMethod()) ? "" : answer.body(), callback);
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
            end(response, callback, HttpStatus.SERVICE_UNAVAILABLE_503);
        }
    }

    private static void end(Response response, Callback callback, int status) {
        response.setStatus(status);
        callback.succeeded();
    }

    /** NIP-11 asks for the first three; the others keep a browser from making more of an answer than it is. */
    private void prepare(Response response) {
        if (anyOrigin) {
            response.getHeaders()
                    .put("Access-Control-Allow-Origin", "*")
                    .put("Access-Control-Allow-Headers", "*")
                    .put("Access-Control-Allow-Methods", METHODS);
        }
        response.getHeaders()
                .put("X-Content-Type-Options", "nosniff")
                .put("Referrer-Policy", "no-referrer")
                .put("Content-Security-Policy", Html.POLICY)
                .put(HttpHeader.CACHE_CONTROL, "no-store")
                .put(HttpHeader.VARY, HttpHeader.ACCEPT.asString());
    }
}
