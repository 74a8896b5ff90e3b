package dev.sluice.app.cli;

import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;

/** The command line. */
@Command(
        name = "sluice",
        description = "%nMirrors Nostr relays into a verified archive and serves it.",
        mixinStandardHelpOptions = true,
        usageHelpAutoWidth = true,
        versionProvider = Main.Version.class,
        commandListHeading = "%nCommands:%n",
        footerHeading = "%nExamples:%n",
        footer = {
            "  sluice quickstart",
            "  sluice mirror --relay wss://relay.example --filter '{\"kinds\":[30617]}' --once",
            "  sluice COMMAND --help"
        })
public final class Main {

    private Main() {}

    /** Runs a command and ends the process with its exit code. */
    public static void main(String[] args) {
        Carriers.settle();
        Streams streams = Streams.process();
        losesWakeUps(Runtime.version()).ifPresent(streams::say);
        System.exit(CleanStop.run(() -> commandLine(streams).execute(args)));
    }

    /** The first updates of JDK 25 can leave a virtual thread parked for ever (JDK-8369227). */
    static Optional<String> losesWakeUps(Runtime.Version java) {
        return java.feature() == 25 && java.interim() == 0 && java.update() < 3
                ? Optional.of("sluice: Java " + java + " can lose wake-ups of threads: use 25.0.3 or later")
                : Optional.empty();
    }

    /** The commands, bound to the streams of one run. */
    static CommandLine commandLine(Streams streams) {
        Failures failures = new Failures(streams);
        return new CommandLine(new Main())
                .addSubcommand(new QuickstartCommand(streams))
                .addSubcommand(new MirrorCommand(streams))
                .addSubcommand(new SyncCommand(streams))
                .addSubcommand(new ServeCommand(streams))
                .addSubcommand(new ImportCommand(streams))
                .addSubcommand(new ExportCommand(streams))
                .addSubcommand(new QueryCommand(streams))
                .addSubcommand(new InspectCommand(streams))
                .addSubcommand(new PlanCommand(streams))
                .addSubcommand(new StatusCommand(streams))
                .addSubcommand(new ReloadCommand(streams))
                .addSubcommand(new StopCommand(streams))
                .addSubcommand(new BackupCommand(streams))
                .addSubcommand(new CheckCommand(streams))
                .addSubcommand(new ConsoleCommand(streams))
                .addSubcommand(new CommandLine(new ConfigCommand())
                        .addSubcommand(new ConfigCheckCommand(streams))
                        .addSubcommand(new ConfigExampleCommand(streams)))
                .addSubcommand(new CompletionCommand(streams))
                .addSubcommand(new SampleCommand(streams))
                .addSubcommand(new ClassifyCommand(streams))
                .addSubcommand(new NegentropyHarnessCommand(streams))
                .setExecutionExceptionHandler(failures)
                .setParameterExceptionHandler(failures)
                .setUseSimplifiedAtFiles(true)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setOut(streams.outWriter())
                .setErr(streams.errWriter());
    }

    /** The version that the jar's manifest names. */
    static String version() {
        String version = Main.class.getPackage().getImplementationVersion();
        return version == null ? "(unpackaged)" : version;
    }

    /** For {@code --version}. */
    static final class Version implements IVersionProvider {
        @Override
        public String[] getVersion() {
            return new String[] {"sluice " + version(), "Java " + Runtime.version()};
        }
    }
}
