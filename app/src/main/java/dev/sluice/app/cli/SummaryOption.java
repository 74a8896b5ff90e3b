package dev.sluice.app.cli;

import dev.sluice.app.text.JsonObject;
import picocli.CommandLine.Option;

/** Whether the summary is for a program. */
final class SummaryOption {

    @Option(
            names = "--json",
            description = "Give the summary as one JSON object: on standard output, or on standard error where "
                    + "standard output carries data.")
    private boolean json;

    /** Whether JSON was asked for. */
    boolean json() {
        return json;
    }

    /** The summary of a command whose standard output is data: printed beside it when asked for. */
    void onError(Streams streams, JsonObject summary) {
        if (json) {
            streams.say(summary.toString());
        }
    }

    /** The summary of a command that has no other output: JSON when asked for, else the words. */
    void print(Streams streams, JsonObject summary, Iterable<String> words) {
        print(streams, summary.toString(), words);
    }

    /** The same where another process has written the JSON. */
    void print(Streams streams, String summary, Iterable<String> words) {
        try (DataOutput out = new DataOutput(streams)) {
            if (json) {
                out.line(summary);
            } else {
                words.forEach(out::line);
            }
        }
    }
}
