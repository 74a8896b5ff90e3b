package dev.sluice.app.config;

import dev.sluice.nostr.Coordinate;
import dev.sluice.nostr.EventId;
import dev.sluice.nostr.Filter;
import dev.sluice.plan.Demand;
import dev.sluice.plan.Demands;
import dev.sluice.plan.GitDemands;
import dev.sluice.plan.Tier;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A watched set in a file: a JSON object of lists, each of which may be missing.
 *
 * @param coordinates of repositories: {@code 30617:…:…}
 * @param identifiers of repositories, whose states are watched
 * @param roots ids of patches, pull requests and issues
 * @param filters whatever else is watched; limits have no meaning
 */
public record WatchFile(List<String> coordinates, List<String> identifiers, List<String> roots, List<Filter> filters) {
    private static final String KEYS = "coordinates, identifiers, roots, filters";

    /** Reads a file as a stream; any fault is a {@link ConfigurationException} that names line and list. */
    public static WatchFile read(Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            return read(file.toString(), in);
        } catch (IOException e) {
            throw TextFile.unread(file, e);
        }
    }

    static WatchFile read(String name, InputStream in) throws IOException {
        WatchFile watched = new WatchFile(new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        JsonStream json = new JsonStream(name, in);
        Set<String> seen = new HashSet<>();
        json.expect('{');
        if (!json.take('}')) {
            do {
                String key = json.string();
                if (!seen.add(key)) {
                    throw json.faultOfPiece("'" + key + "' is there twice");
                }
                json.expect(':');
                watched.list(key, json);
            } while (json.take(','));
            json.expect('}');
        }
        json.expectEnd();
        return watched;
    }

    private void list(String key, JsonStream json) throws IOException {
        switch (key) {
            case "coordinates" -> list(key, json, () -> coordinates.add(coordinate(json.string())));
            case "identifiers" -> list(key, json, () -> identifiers.add(json.string()));
            case "roots" -> list(key, json, () -> roots.add(id(json.string())));
            case "filters" -> list(key, json, () -> filters.add(FilterText.parse(json.object())));
            default -> throw json.faultOfPiece("unknown list '" + key + "': there may be " + KEYS);
        }
    }

    /** Takes one element. */
    @FunctionalInterface
    private interface Element {
        void take() throws IOException;
    }

    private static void list(String key, JsonStream json, Element element) throws IOException {
        if (!json.take('[')) {
            throw json.fault("'" + key + "' is not a list");
        }
        if (json.take(']')) {
            return;
        }
        int index = 0;
        do {
            try {
                element.take();
            } catch (IllegalArgumentException e) {
                throw json.faultOfPiece(key + "[" + index + "]: " + e.getMessage());
            }
            index++;
        } while (json.take(','));
        json.expect(']');
    }

    private static String coordinate(String text) {
        if (Coordinate.parse(text).isEmpty()) {
            throw new IllegalArgumentException("not a coordinate KIND:PUBKEY:IDENTIFIER");
        }
        return text;
    }

    private static String id(String text) {
        if (!EventId.isHex(text)) {
            throw new IllegalArgumentException("not an id of 64 lower-case hex digits");
        }
        return text;
    }

    /** What it wants; announcements too where it names repositories. */
    public Demands demands() {
        Demands announcements = coordinates.isEmpty() ? Demands.NONE : GitDemands.announcements();
        Demands whole = new Demands(filters.stream()
                .map(filter -> Demand.watch(Tier.ESSENTIAL, filter))
                .toList());
        return announcements
                .and(GitDemands.states(identifiers))
                .and(GitDemands.repositories(coordinates))
                .and(GitDemands.roots(roots))
                .and(whole);
    }
}
