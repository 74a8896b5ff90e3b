package dev.sluice.plan;

import dev.sluice.budget.Ceilings;
import dev.sluice.nostr.Filter;
import java.util.List;

/**
 * Live filters in groups, one REQ each, as far as a relay bears their bytes. Pure.
 *
 * @param groups what is to be live; all of it, or the longest prefix that is borne (RULES 3.9)
 * @param rest filters beyond; empty unless there is a byte cap that does not bear all
 * @param needed groups that all filters take
 * @param bytes of the REQs of all filters
 */
public record LiveGroups(List<List<Filter>> groups, List<Filter> rest, int needed, long bytes) {
    /** Under a byte cap a group takes no more than this part of it, so that a prefix comes near the cap. */
    private static final int PARTS = 4;

    public LiveGroups {
        groups = List.copyOf(groups);
        rest = List.copyOf(rest);
    }

    /**
     * Packs filters.
     *
     * @param mostBytes of all REQs together
     * @param mostGroups the longest prefix that is taken when the bytes do not bear all
     */
    public static LiveGroups of(List<Filter> filters, Ceilings ceilings, long mostBytes, int mostGroups) {
        List<List<Filter>> all = Groups.pack(filters, ceilings.filters(), ceilings.payloadBytes());
        long bytes = bytes(all);
        if (bytes <= mostBytes) {
            return new LiveGroups(all, List.of(), all.size(), bytes);
        }
        List<List<Filter>> finer = Groups.pack(filters, ceilings.filters(), payload(ceilings, mostBytes));
        int borne = Math.min(prefix(finer, mostBytes), mostGroups);
        List<Filter> rest = finer.subList(borne, finer.size()).stream()
                .flatMap(List::stream)
                .toList();
        return new LiveGroups(finer.subList(0, borne), rest, all.size(), bytes);
    }

    private static int payload(Ceilings ceilings, long mostBytes) {
        return (int) Math.max(1, Math.min(ceilings.payloadBytes(), mostBytes / PARTS));
    }

    private static int prefix(List<List<Filter>> groups, long mostBytes) {
        long left = mostBytes;
        int borne = 0;
        while (borne < groups.size() && left >= RequestBytes.of(groups.get(borne))) {
            left -= RequestBytes.of(groups.get(borne));
            borne++;
        }
        return borne;
    }

    private static long bytes(List<List<Filter>> groups) {
        return groups.stream().mapToLong(RequestBytes::of).sum();
    }
}
