package dev.sluice.app.cli;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** What to type after the quickstart; each line works as it is printed. */
final class NextSteps {

    private NextSteps() {}

    static List<String> lines(Path folder, long events) {
        String command = System.getenv().getOrDefault("SLUICE_COMMAND", "sluice");
        String data = folder.equals(DataOption.DEFAULT) ? "" : " --data " + quoted(folder.toString());
        return List.of(
                String.format(Locale.ROOT, "The archive holds %,d events. What to type next:", events),
                "",
                "  # the three newest issues",
                "  " + command + " query '{\"kinds\":[1621],\"limit\":3}'" + data,
                "  # how many comments there are",
                "  " + command + " query --count '{\"kinds\":[1111]}'" + data,
                "  # serve the archive as a relay on ws://127.0.0.1:7447 (Ctrl-C ends it)",
                "  " + command + " serve" + data,
                "  # SQL over the archive in a browser (Ctrl-C ends it)",
                "  " + command + " console" + data);
    }

    /** For a POSIX shell. */
    private static String quoted(String text) {
        return text.matches("[A-Za-z0-9_./-]+") ? text : "'" + text.replace("'", "'\\''") + "'";
    }
}
