package dev.sluice.wire;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.net.spi.InetAddressResolver;
import java.net.spi.InetAddressResolverProvider;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Our resolver over names from a file, read again at each lookup, in place of the JDK's. The JDK's own hosts file won't do:
 * with it no provider is asked.
 */
public final class FileNames extends InetAddressResolverProvider {

    /** Names the file. */
    public static final String FILE = "sluice.test.names";

    @Override
    public InetAddressResolver get(Configuration configuration) {
        CheckedNames.installed();
        InetAddressResolver builtin = configuration.builtinResolver();
        return GuardedResolver.over(new InetAddressResolver() {
            @Override
            public Stream<InetAddress> lookupByName(String host, LookupPolicy policy) throws UnknownHostException {
                return addresses(host).stream();
            }

            @Override
            public String lookupByAddress(byte[] address) throws UnknownHostException {
                return builtin.lookupByAddress(address);
            }
        });
    }

    @Override
    public String name() {
        return "names from a file";
    }

    private static List<InetAddress> addresses(String host) throws UnknownHostException {
        List<InetAddress> found = new ArrayList<>();
        for (String line : lines()) {
            String[] words = line.split(" ", -1);
            if (words[1].equals(host)) {
                found.add(InetAddress.getByName(words[0]));
            }
        }
        if (found.isEmpty()) {
            throw new UnknownHostException(host);
        }
        return found;
    }

    private static List<String> lines() {
        try {
            return Files.readAllLines(Path.of(System.getProperty(FILE)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
