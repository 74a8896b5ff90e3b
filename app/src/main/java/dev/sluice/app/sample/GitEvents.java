package dev.sluice.app.sample;

import dev.sluice.nostr.Event;
import dev.sluice.nostr.Kind;
import java.util.List;
import java.util.SplittableRandom;

/** Drafts of the events of a git forge (NIP-34) and of the talk around it. */
final class GitEvents {

    private final SplittableRandom random;
    private final Words words;

    GitEvents(SplittableRandom random, Words words) {
        this.random = random;
        this.words = words;
    }

    Draft repository() {
        String name = words.slug();
        return new Draft(
                Kind.REPOSITORY,
                List.of(
                        List.of("d", name),
                        List.of("name", name),
                        List.of("description", words.text(60).replace("\n", " ")),
                        List.of("clone", "https://git.example/" + name + ".git"),
                        List.of("relays", "wss://relay.example"),
                        List.of("r", words.commit(), "euc"),
                        List.of("t", words.topic())),
                "");
    }

    /** The state of a repository; under a name of its own, so that no state replaces another. */
    Draft state(Event repository) {
        return new Draft(
                Kind.REPOSITORY_STATE,
                List.of(
                        List.of(
                                "d",
                                identifier(repository) + "-" + words.commit().substring(0, 8)),
                        List.of("refs/heads/main", words.commit()),
                        List.of("refs/heads/next", words.commit()),
                        List.of("refs/tags/v1." + random.nextInt(100), words.commit()),
                        List.of("HEAD", "ref: refs/heads/main")),
                "");
    }

    Draft issue(Event repository) {
        return new Draft(
                Kind.ISSUE,
                List.of(
                        List.of("a", address(repository)),
                        List.of("p", repository.pubkey().hex()),
                        List.of("subject", words.text(40).replace("\n", " ")),
                        List.of("t", words.topic())),
                words.text(100 + random.nextInt(200)));
    }

    Draft patch(Event repository) {
        String commit = words.commit();
        return new Draft(
                Kind.PATCH,
                List.of(
                        List.of("a", address(repository)),
                        List.of("r", words.commit()),
                        List.of("p", repository.pubkey().hex()),
                        List.of("commit", commit),
                        List.of("t", "root")),
                "From " + commit + " Mon Sep 17 00:00:00 2001\nSubject: [PATCH] "
                        + words.text(40).replace("\n", " ") + "\n\n---\n+" + words.text(60 + random.nextInt(150)));
    }

    /** A comment (NIP-22) on an issue or a patch. */
    Draft comment(Event root) {
        String id = root.id().hex();
        String author = root.pubkey().hex();
        String kind = Integer.toString(root.kind());
        return new Draft(
                Kind.COMMENT,
                List.of(
                        List.of("E", id),
                        List.of("K", kind),
                        List.of("P", author),
                        List.of("e", id),
                        List.of("k", kind),
                        List.of("p", author)),
                words.text(20 + random.nextInt(120)));
    }

    Draft note() {
        return new Draft(
                Kind.NOTE,
                List.of(List.of("t", words.topic()), List.of("t", "git")),
                words.text(60 + random.nextInt(500)));
    }

    private static String address(Event repository) {
        return repository.coordinate().orElseThrow().toString();
    }

    private static String identifier(Event repository) {
        return repository.values("d").findFirst().orElse("");
    }
}
