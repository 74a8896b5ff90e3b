package dev.sluice.sync;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.sluice.wire.FileNames;
import java.io.File;
import java.io.IOException;
import java.net.spi.InetAddressResolverProvider;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Names that resolve to private addresses, on real sockets, resolved by the JDK through our resolver. */
@Timeout(60)
class GuardedDialsIT {

    @TempDir
    Path folder;

    @Test
    void noNameLeadsToAPrivateAddress() throws IOException, InterruptedException {
        Path services = Files.createDirectories(folder.resolve("META-INF/services"));
        Files.writeString(services.resolve(InetAddressResolverProvider.class.getName()), FileNames.class.getName());
        Path hosts = folder.resolve("names");
        Files.writeString(hosts, """
                127.0.0.1 localhost
                127.0.0.1 private.example
                ::ffff:127.0.0.1 mapped.example
                127.0.0.1 vouched.example
                """);
        assertEquals(
                List.of(
                        "private.example REFUSED_ADDRESS 0",
                        "mapped.example REFUSED_ADDRESS 0",
                        "unknown.example UNRESOLVED 0",
                        "vouched.example CONNECTED 1",
                        "checked before true",
                        "rebound.example REFUSED_ADDRESS 0",
                        "resolves for others to 127.0.0.1",
                        "ranged.example CONNECTED 1"),
                dials(hosts));
    }

    private List<String> dials(Path hosts) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-D" + FileNames.FILE + "=" + hosts,
                        "-cp",
                        folder + File.pathSeparator + System.getProperty("java.class.path"),
                        GuardedDials.class.getName())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        List<String> lines = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                .lines()
                .toList();
        assertEquals(0, process.waitFor());
        return lines;
    }
}
