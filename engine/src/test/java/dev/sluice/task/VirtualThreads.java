package dev.sluice.task;

import com.sun.management.HotSpotDiagnosticMXBean;
import com.sun.management.HotSpotDiagnosticMXBean.ThreadDumpFormat;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** The virtual threads of the process, which only a thread dump tells. */
public final class VirtualThreads {

    private VirtualThreads() {}

    /** How many have been started and not ended. */
    public static long count() {
        try {
            Path folder = Files.createTempDirectory("threads");
            Path dump = folder.resolve("dump");
            ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
                    .dumpThreads(dump.toString(), ThreadDumpFormat.TEXT_PLAIN);
            try (Stream<String> lines = Files.lines(dump)) {
                return lines.filter(line -> line.startsWith("#") && line.contains(" virtual"))
                        .count();
            } finally {
                Files.delete(dump);
                Files.delete(folder);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
