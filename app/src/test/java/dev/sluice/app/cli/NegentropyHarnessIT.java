package dev.sluice.app.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The harness as other programs start it: a process for each side, the frame limit in its environment. */
@Timeout(60)
final class NegentropyHarnessIT {

    @ParameterizedTest
    @CsvSource({"1, 60000, 500000, 1, 0, 0", "2, 60000, 500000, 0, 1, 0", "3, 4096, 0, 1, 1, 5", "4, 0, 9000, 1, 1, 98"
    })
    void twoProcessesReconcile(long seed, int clientLimit, int serverLimit, int onlyClient, int onlyServer, int both)
            throws Exception {
        try (Remote client = new Remote(clientLimit);
                Remote server = new Remote(serverLimit)) {
            new HarnessRound(seed, client, clientLimit, server, serverLimit)
                    .items(10_000, onlyClient, onlyServer, both)
                    .reconcile();
            assertEquals(Exit.DONE, client.end());
            assertEquals(Exit.DONE, server.end());
        }
    }

    @Test
    void anErrorIsTheEndOfTheProcess() throws Exception {
        try (Remote client = new Remote(0)) {
            client.say("seal");
            client.say("initiate");
            assertEquals(List.of("msg,6100000200"), client.answer());
            client.say("msg,62");
            assertEquals(Exit.INCOMPLETE, client.end());
        }
    }

    /** A side in a process of its own. */
    private static final class Remote implements HarnessRound.Side, AutoCloseable {

        private final Process process;
        private final BufferedWriter in;
        private final BufferedReader out;

        Remote(int frameLimit) throws IOException {
            ProcessBuilder builder = new ProcessBuilder(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-XX:TieredStopAtLevel=1",
                    "-cp",
                    System.getProperty("java.class.path"),
                    "dev.sluice.app.cli.Main",
                    "negentropy-harness");
            builder.environment().put("FRAMESIZELIMIT", Integer.toString(frameLimit));
            this.process =
                    builder.redirectError(ProcessBuilder.Redirect.DISCARD).start();
            this.in = process.outputWriter(StandardCharsets.US_ASCII);
            this.out = process.inputReader(StandardCharsets.US_ASCII);
        }

        @Override
        public void say(String line) throws IOException {
            in.write(line);
            in.write('\n');
        }

        @Override
        public List<String> answer() throws IOException {
            in.flush();
            List<String> lines = new ArrayList<>();
            String line;
            do {
                line = out.readLine();
                lines.add(line);
            } while (line.startsWith("have,") || line.startsWith("need,"));
            return lines;
        }

        /** Ends its input; its exit code. */
        int end() throws Exception {
            in.close();
            return process.waitFor();
        }

        @Override
        public void close() {
            process.destroyForcibly();
        }
    }
}
