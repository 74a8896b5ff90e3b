package dev.sluice.app.port;

import java.util.Locale;
import java.util.function.Supplier;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/** Answers plain HTTP on the relay's URL: the NIP-11 document to who accepts it, one line to everybody else. */
final class InformationHandler extends Handler.Wrapper {

    private static final String NOSTR_JSON = "application/nostr+json";
    private static final String GREETING = "This is a Nostr relay: connect with a Nostr client.\n";

    private final Supplier<String> information;

    InformationHandler(Supplier<String> information, Handler sockets) {
        super(sockets);
        this.information = information;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        // clients that would like HTTP/2 ask for an upgrade too
        if (request.getHeaders().contains(HttpHeader.UPGRADE, "websocket")) {
            return super.handle(request, response, callback);
        }
        allowEveryOrigin(response);
        switch (request.getMethod().toUpperCase(Locale.ROOT)) {
            case "OPTIONS" -> empty(response, callback, HttpStatus.NO_CONTENT_204);
            case "GET", "HEAD" -> document(request, response, callback);
            default -> {
                response.getHeaders().put(HttpHeader.ALLOW, "GET, HEAD, OPTIONS");
                empty(response, callback, HttpStatus.METHOD_NOT_ALLOWED_405);
            }
        }
        return true;
    }

    private void document(Request request, Response response, Callback callback) {
        boolean wanted = request.getHeaders().getValuesList(HttpHeader.ACCEPT).stream()
                .anyMatch(value -> value.toLowerCase(Locale.ROOT).contains(NOSTR_JSON));
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, wanted ? NOSTR_JSON : "text/plain; charset=utf-8");
        response.getHeaders().put(HttpHeader.VARY, HttpHeader.ACCEPT.asString());
        if (HttpMethod.HEAD.is(request.getMethod())) {
            empty(response, callback, HttpStatus.OK_200);
        } else {
            Content.Sink.write(response, true, wanted ? information.get() : GREETING, callback);
        }
    }

    private static void empty(Response response, Callback callback, int status) {
        response.setStatus(status);
        callback.succeeded();
    }

    /** NIP-11 asks for these three. */
    private static void allowEveryOrigin(Response response) {
        response.getHeaders().put("Access-Control-Allow-Origin", "*");
        response.getHeaders().put("Access-Control-Allow-Headers", "*");
        response.getHeaders().put("Access-Control-Allow-Methods", "GET, HEAD, OPTIONS");
    }
}
