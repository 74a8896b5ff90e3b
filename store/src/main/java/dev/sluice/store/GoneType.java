package dev.sluice.store;

import dev.sluice.archive.Standing;
import java.util.Arrays;
import org.h2.mvstore.DataUtils;

/** How the standing of an event that has gone is kept in the file. */
final class GoneType {

    static final PageType<Standing.Gone> INSTANCE = PageType.ofValues(
            "gone",
            gone -> 32,
            (buffer, gone) -> buffer.put((byte) code(gone.cause())).putVarLong(gone.createdAt()),
            buffer -> {
                Standing.Cause cause = cause(buffer.get());
                return new Standing.Gone(DataUtils.readVarLong(buffer), cause);
            },
            Standing.Gone[]::new);

    private GoneType() {}

    /** Part of the file's format. */
    private static int code(Standing.Cause cause) {
        return switch (cause) {
            case SUPERSEDED -> 0;
            case DELETED -> 1;
            case EXPIRED -> 2;
            case VANISHED -> 3;
        };
    }

    private static Standing.Cause cause(int code) {
        return Arrays.stream(Standing.Cause.values())
                .filter(cause -> code(cause) == code)
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no cause of an event's going: " + code));
    }
}
