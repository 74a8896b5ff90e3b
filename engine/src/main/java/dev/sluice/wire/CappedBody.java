package dev.sluice.wire;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/** A response body as text, given up as soon as it is longer than a cap. The JDK calls it from one thread at a time. */
final class CappedBody implements BodySubscriber<String> {

    private final int capBytes;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final CompletableFuture<String> text = new CompletableFuture<>();
    private Flow.@Nullable Subscription subscription;

    CappedBody(int capBytes) {
        this.capBytes = capBytes;
    }

    @Override
    public CompletionStage<String> getBody() {
        return text;
    }

    @Override
    public void onSubscribe(Flow.Subscription subscription) {
        this.subscription = subscription;
        subscription.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(List<ByteBuffer> buffers) {
        for (ByteBuffer buffer : buffers) {
            keep(buffer);
        }
    }

    @Override
    public void onError(Throwable failure) {
        text.completeExceptionally(failure);
    }

    @Override
    public void onComplete() {
        text.complete(bytes.toString(StandardCharsets.UTF_8));
    }

    private void keep(ByteBuffer buffer) {
        if (bytes.size() + buffer.remaining() > capBytes) {
            giveUp();
            return;
        }
        byte[] part = new byte[buffer.remaining()];
        buffer.get(part);
        bytes.writeBytes(part);
    }

    private void giveUp() {
        text.completeExceptionally(new IOException("a document of more than " + capBytes + " bytes"));
        if (subscription != null) {
            subscription.cancel();
        }
    }
}
