package dev.sluice.wire;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.net.spi.InetAddressResolver;
import java.net.spi.InetAddressResolverProvider;
import java.util.List;
import java.util.stream.Stream;

/**
 * Resolves for the whole process as the JDK does, but of names that are being dialled under a check it answers only
 * addresses that pass. The JDK's client resolves by itself, so that this answer is the one it connects to: nothing can
 * change between check and connection. Found by the JDK through its service file; one provider is all it takes.
 */
public final class GuardedResolver extends InetAddressResolverProvider {

    @Override
    public InetAddressResolver get(Configuration configuration) {
        CheckedNames.installed();
        return over(configuration.builtinResolver());
    }

    @Override
    public String name() {
        return "sluice";
    }

    static InetAddressResolver over(InetAddressResolver resolver) {
        return new InetAddressResolver() {
            @Override
            public Stream<InetAddress> lookupByName(String host, LookupPolicy policy) throws UnknownHostException {
                CheckedNames.Checks checks = CheckedNames.of(host);
                List<InetAddress> passed =
                        resolver.lookupByName(host, policy).filter(checks::pass).toList();
                if (passed.isEmpty()) {
                    throw new UnknownHostException(host + ": " + Clearance.HELD_BACK);
                }
                return passed.stream();
            }

            @Override
            public String lookupByAddress(byte[] address) throws UnknownHostException {
                return resolver.lookupByAddress(address);
            }
        };
    }
}
