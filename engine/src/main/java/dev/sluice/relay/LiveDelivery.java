package dev.sluice.relay;

import dev.sluice.intake.Heard;
import dev.sluice.intake.Listener;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/** The live thread of a session: sends what the feed brings until the session or the client's patience ends. */
final class LiveDelivery implements Callable<@Nullable Void> {

    private final Listener<Subscription> listener;
    private final Outlet outlet;
    private final RelayLimits limits;

    LiveDelivery(Listener<Subscription> listener, Outlet outlet, RelayLimits limits) {
        this.listener = listener;
        this.outlet = outlet;
        this.limits = limits;
    }

    private String tooSlow() {
        return Wording.TOO_SLOW.text(limits.of(Limit.MAX_OUTBOUND_EVENTS), limits.of(Limit.MAX_OUTBOUND_BYTES));
    }

    @Override
    public @Nullable Void call() throws InterruptedException {
        while (!outlet.isGone()) {
            switch (listener.take()) {
                case Heard.Arrived<Subscription>(Subscription subscription, var arrival) -> {
                    subscription.hear(arrival, outlet);
                    if (subscription.overflows(limits)) {
                        outlet.endForNow(tooSlow());
                    }
                }
                case Heard.Marked<Subscription>(Subscription subscription) -> subscription.goLive(outlet);
                case Heard.Gap<Subscription> gap -> outlet.endForNow(tooSlow());
                case Heard.Ended<Subscription> ended -> {
                    return null;
                }
            }
        }
        return null;
    }
}
