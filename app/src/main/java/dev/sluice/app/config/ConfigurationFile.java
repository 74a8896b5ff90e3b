package dev.sluice.app.config;

import dev.sluice.app.config.Configuration.Guard;
import dev.sluice.app.config.Configuration.Relay;
import dev.sluice.app.config.Configuration.Serving;
import dev.sluice.app.config.ConfigurationException.Fault;
import dev.sluice.plan.Shards;
import dev.sluice.relay.RelayLimits;
import java.nio.file.Path;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.tomlj.Toml;
import org.tomlj.TomlParseError;
import org.tomlj.TomlParseResult;
import org.tomlj.TomlPosition;

/** Reads a configuration file (TOML 1.0). Any fault, an unknown key too, is a {@link ConfigurationException}. */
public final class ConfigurationFile {

    private static final TomlPosition START = TomlPosition.positionAt(1, 1);

    private ConfigurationFile() {}

    /** Reads a file. */
    public static Configuration read(Path file) {
        return parse(file.toString(), TextFile.read(file));
    }

    static Configuration parse(String name, String text) {
        TomlParseResult parsed = Toml.parse(text);
        if (parsed.hasErrors()) {
            throw new ConfigurationException(
                    parsed.errors().stream().map(error -> fault(name, error)).toList());
        }
        Section root = new Section(name, "the file", parsed, START);
        Configuration configuration = new Configuration(
                root.parsed("data", Path::of),
                root.parsed("key_file", Path::of),
                integer(root.number("max_connections_per_relay", 1, Shards.MOST)),
                root.sections("relay").stream().map(ConfigurationFile::relay).toList(),
                root.sections("watch").stream().map(Watch::filter).toList(),
                root.section("grasp").map(GraspSection::rules),
                root.section("guard").map(GuardSection::guard).orElse(Guard.NONE),
                root.section("serve").map(ServeSection::serving).orElse(Serving.NONE),
                root.section("limits").map(LimitsSection::limits).orElse(RelayLimits.DEFAULT),
                root.section("status").map(ConfigurationFile::status));
        root.refuseOthers();
        return configuration;
    }

    private static Relay relay(Section section) {
        Relay relay = new Relay(
                section.parsed("url", RelayText::parse).orElseThrow(() -> section.fault("a [[relay]] needs a 'url'")),
                section.flag("owned").orElse(false),
                integer(section.number("max_connections", 1, Shards.MOST)),
                section.parsed("key_file", Path::of));
        section.refuseOthers();
        return relay;
    }

    private static ListenAddress status(Section section) {
        ListenAddress address = section.parsed("listen", ListenAddress::parse).orElse(ListenAddress.STATUS);
        section.refuseOthers();
        return address;
    }

    private static OptionalInt integer(OptionalLong number) {
        return number.isEmpty() ? OptionalInt.empty() : OptionalInt.of(Math.toIntExact(number.getAsLong()));
    }

    private static Fault fault(String name, TomlParseError error) {
        return new Fault(name, error.position().line(), error.position().column(), String.valueOf(error.getMessage()));
    }
}
