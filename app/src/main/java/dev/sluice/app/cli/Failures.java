package dev.sluice.app.cli;

import dev.sluice.app.config.ConfigurationException;
import dev.sluice.archive.ArchiveException;
import dev.sluice.task.TaskFailedException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** Turns what ends a command early into one line for a person and an exit code. */
final class Failures implements IExecutionExceptionHandler, IParameterExceptionHandler {

    private final Streams streams;

    Failures(Streams streams) {
        this.streams = streams;
    }

    @Override
    public int handleExecutionException(Exception failure, CommandLine command, ParseResult parsed) {
        return switch (failure) {
            case ArchiveException broken -> {
                say(broken.getMessage());
                yield code(broken.kind());
            }
            case TaskFailedException failed
            when failed.getCause() instanceof ArchiveException broken ->
                handleExecutionException(broken, command, parsed);
            case OutputException output when output.readerGone() -> Exit.DONE;
            case OutputException output -> failed("can't write to standard output: " + output.getMessage());
            case ConfigurationException wrong -> {
                say(wrong.getMessage());
                yield Exit.USAGE;
            }
            case UsageException wrong -> {
                say(wrong.getMessage());
                yield Exit.USAGE;
            }
            case ParameterException wrong -> handleParseException(wrong, new String[0]);
            case InterruptedException interrupted -> Exit.INTERRUPTED;
            case InterruptedIOException interrupted -> Exit.INTERRUPTED;
            case IOException io -> failed(io.getMessage());
            case UncheckedIOException io -> failed(io.getMessage());
            default -> {
                LoggerFactory.getLogger(Failures.class).error("a fault of the program", failure);
                yield Exit.INCOMPLETE;
            }
        };
    }

    @Override
    public int handleParseException(ParameterException wrong, String[] args) {
        CommandLine command = wrong.getCommandLine();
        say(wrong.getMessage());
        UnmatchedArgumentException.printSuggestions(wrong, streams.errWriter());
        streams.say("Try '" + command.getCommandSpec().qualifiedName() + " --help'.");
        return Exit.USAGE;
    }

    private static int code(ArchiveException.Kind kind) {
        return switch (kind) {
            case LOCKED, DAMAGED, UNKNOWN_FORMAT -> Exit.ARCHIVE;
            case IO, CLOSED -> Exit.INCOMPLETE;
        };
    }

    private int failed(@Nullable String message) {
        say(message);
        return Exit.INCOMPLETE;
    }

    private void say(@Nullable String message) {
        streams.say("sluice: " + message);
    }
}
