package dev.sluice.launch;

import java.io.File;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** An installed Java, known by its folder. */
final class Jdk {
    /** The engine is compiled for this release. */
    static final int LEAST = 21;

    private static final Pattern VERSION = Pattern.compile("JAVA_VERSION=\"(\\d+)");

    private final Path home;

    Jdk(Path home) {
        this.home = home;
    }

    /** The first suitable one: where the environment points, on the path, in the usual folders; null when none is. */
    static Jdk find() {
        for (Path home : candidates()) {
            Jdk jdk = new Jdk(home);
            if (jdk.feature() >= LEAST) {
                return jdk;
            }
        }
        return null;
    }

    String executable() {
        return home.resolve("bin").resolve("java").toString();
    }

    /** The number of the release, read without starting it; 0 when this is no Java. */
    int feature() {
        try {
            Matcher version = VERSION.matcher(Files.readString(home.resolve("release")));
            return version.find() ? Integer.parseInt(version.group(1)) : 0;
        } catch (IOException e) {
            return 0;
        }
    }

    private static List<Path> candidates() {
        List<Path> homes = new ArrayList<>();
        for (String variable : List.of("SLUICE_JAVA", "JAVA_HOME")) {
            String home = System.getenv(variable);
            if (home != null && !home.isEmpty()) {
                homes.add(Paths.get(home));
            }
        }
        homes.addAll(onPath());
        homes.addAll(inUsualFolders());
        return homes;
    }

    private static List<Path> onPath() {
        List<Path> homes = new ArrayList<>();
        String path = System.getenv("PATH");
        for (String folder : path == null ? new String[0] : path.split(File.pathSeparator)) {
            try {
                homes.add(Paths.get(folder, "java").toRealPath().getParent().getParent());
            } catch (IOException e) {
                continue; // no java in this folder
            }
        }
        return homes;
    }

    /** Linux, a user's own, SDKMAN, macOS. */
    private static List<Path> inUsualFolders() {
        String user = System.getProperty("user.home");
        List<Path> homes = new ArrayList<>();
        homes.addAll(children(Paths.get("/usr/lib/jvm")));
        homes.addAll(children(Paths.get("/opt/java")));
        homes.addAll(children(Paths.get(user, ".jdks")));
        homes.addAll(children(Paths.get(user, ".sdkman", "candidates", "java")));
        for (Path bundle : children(Paths.get("/Library/Java/JavaVirtualMachines"))) {
            homes.add(bundle.resolve("Contents").resolve("Home"));
        }
        return homes;
    }

    private static List<Path> children(Path folder) {
        List<Path> children = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
            entries.forEach(children::add);
        } catch (IOException e) {
            return children; // the folder isn't there
        }
        return children;
    }
}
