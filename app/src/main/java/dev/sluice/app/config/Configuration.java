package dev.sluice.app.config;

import dev.sluice.grasp.GraspRules;
import dev.sluice.nostr.DialRules;
import dev.sluice.nostr.Filter;
import dev.sluice.nostr.PublicKey;
import dev.sluice.nostr.RelayUrl;
import dev.sluice.relay.Access;
import dev.sluice.relay.RelayLimits;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * What a configuration file says. What it does not say is empty, so that flags and defaults can fill it.
 *
 * @param data the folder of the archive; relative to the working directory
 * @param keyFile the file of the key that answers relays that ask who we are; relative to the working directory
 * @param maxConnections the most to one relay
 * @param relays the relays to mirror
 * @param watches what to mirror from each of them
 * @param grasp what a Git service accepts and mirrors from the relays that its repositories name
 * @param guard what relays that events name may make us do
 * @param status where the operator's pages are
 * @param limits of the served relay
 */
public record Configuration(
        Optional<Path> data,
        Optional<Path> keyFile,
        OptionalInt maxConnections,
        List<Relay> relays,
        List<Filter> watches,
        Optional<GraspRules> grasp,
        Guard guard,
        Serving serving,
        RelayLimits limits,
        Optional<ListenAddress> status) {

    /** No file: everything is left to flags and defaults. */
    public static final Configuration EMPTY = new Configuration(
            Optional.empty(),
            Optional.empty(),
            OptionalInt.empty(),
            List.of(),
            List.of(),
            Optional.empty(),
            Guard.NONE,
            Serving.NONE,
            RelayLimits.DEFAULT,
            Optional.empty());

    public Configuration {
        relays = List.copyOf(relays);
        watches = List.copyOf(watches);
    }

    /**
     * What a command goes by that was started with another file: this one in what it can take up, that one in the rest. A
     * Git service asks the relays that it was started with.
     */
    public Configuration takenUpBy(Configuration started) {
        return new Configuration(
                started.data,
                keyFile,
                maxConnections,
                started.grasp.isEmpty() ? relays : started.relays,
                watches,
                started.grasp,
                started.guard,
                started.serving,
                started.limits,
                started.status);
    }

    /**
     * One relay to mirror.
     *
     * @param owned whether it is the operator's own, so that no politeness spaces the requests
     * @param maxConnections the most to this one, where it is another number than for all
     * @param keyFile the file of the key for this one, where it is another key than for all
     */
    public record Relay(RelayUrl url, boolean owned, OptionalInt maxConnections, Optional<Path> keyFile) {}

    /**
     * What is dialled and taken from relays.
     *
     * @param dial where URLs of events may lead
     * @param maxMessageLength the longest message taken from a relay, in characters
     */
    public record Guard(DialRules dial, OptionalInt maxMessageLength) {
        /** The open internet, and the default length. */
        public static final Guard NONE = new Guard(DialRules.OPEN_INTERNET, OptionalInt.empty());
    }

    /**
     * Where to listen, and what the relay says of itself (NIP-11).
     *
     * @param urls the addresses under which the world knows it: requests to vanish may name them (NIP-62), and so does who
     *     authenticates (NIP-42)
     * @param origins whom the relay believes where its clients come from
     * @param access who may read
     * @param writes who may publish what
     */
    public record Serving(
            Optional<ListenAddress> listen,
            Set<RelayUrl> urls,
            Optional<String> name,
            Optional<String> description,
            Optional<String> contact,
            Origins origins,
            Access access,
            Writes writes) {

        static final Serving NONE = new Serving(
                Optional.empty(),
                Set.of(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Origins.DEFAULT,
                Access.OPEN,
                new Writes.Usual());

        public Serving {
            urls = Set.copyOf(urls);
        }
    }
    /** What clients may publish. */
    public sealed interface Writes {

        /** Everything on a loopback address, elsewhere what is mirrored. */
        record Usual() implements Writes {}

        /** Everything. */
        record Open() implements Writes {}

        /** Only what a watch matches, or what belongs to the Git service. */
        record Mirrored() implements Writes {}

        /** Only what some have signed. */
        record Listed(Set<PublicKey> authors) implements Writes {
            public Listed {
                authors = Set.copyOf(authors);
            }
        }
    }
}
