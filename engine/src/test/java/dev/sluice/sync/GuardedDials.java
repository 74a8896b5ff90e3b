package dev.sluice.sync;

import dev.sluice.nostr.AddressRange;
import dev.sluice.nostr.DialRules;
import dev.sluice.time.Time;
import dev.sluice.wire.Dialer;
import dev.sluice.wire.FileNames;
import dev.sluice.wire.JdkDialer;
import dev.sluice.wire.ScriptedConnection;
import dev.sluice.wire.ScriptedRelay;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.Security;
import java.util.Set;

/**
 * A process of its own whose names come from a file: dials a relay on the loopback
 * address under names that look public, and prints what became of each dial and what the relay saw of it.
 */
final class GuardedDials {

    private final Path hosts;
    private final ScriptedRelay relay;
    private final DialRules rules;

    private GuardedDials(Path hosts, ScriptedRelay relay, DialRules rules) {
        this.hosts = hosts;
        this.relay = relay;
        this.rules = rules;
    }

    public static void main(String[] arguments) throws IOException, InterruptedException {
        // an answer that is not remembered can change between check and dial; the JDK reads these once
        Security.setProperty("networkaddress.cache.ttl", "0");
        Security.setProperty("networkaddress.cache.negative.ttl", "0");
        try (ScriptedRelay relay = ScriptedRelay.start(ScriptedConnection::readOn)) {
            Set<Integer> ports = Set.of(relay.uri().getPort());
            Set<AddressRange> loopback =
                    Set.of(AddressRange.parse("127.0.0.0/8").orElseThrow());
            Path hosts = Path.of(System.getProperty(FileNames.FILE));
            new GuardedDials(hosts, relay, new DialRules(ports, Set.of("vouched.example"), Set.of(), Set.of())).names();
            new GuardedDials(hosts, relay, new DialRules(ports, Set.of(), Set.of(), loopback)).dial("ranged.example");
        }
    }

    private void names() throws IOException, InterruptedException {
        dial("private.example");
        dial("mapped.example");
        dial("unknown.example");
        dial("vouched.example");
        Files.writeString(hosts, "93.184.216.34 rebound.example\n");
        boolean passed = rules.mayReach(InetAddress.getByName("rebound.example"));
        Files.writeString(hosts, "127.0.0.1 rebound.example\n127.0.0.1 ranged.example\n");
        print("checked before " + passed);
        dial("rebound.example");
        print("resolves for others to "
                + InetAddress.getByName("rebound.example").getHostAddress());
    }

    private void dial(String name) throws InterruptedException {
        int before = relay.accepts();
        URI uri = URI.create("ws://" + name + ":" + relay.uri().getPort() + "/");
        try (JdkDialer dialer = JdkDialer.open(new EventUrlGuard(rules), Time.system(), "Sluice-Test")) {
            String dialled = switch (dialer.dial(uri)) {
                case Dialer.Dialed.Connected connected -> "CONNECTED";
                case Dialer.Dialed.Failed failed -> failed.failure().name();
            };
            print(name + " " + dialled + " " + (relay.accepts() - before));
        }
    }

    @SuppressWarnings("SystemOut") // this is how the test reads it
    private static void print(String line) {
        System.out.println(line);
    }
}
