package dev.sluice.app.control;

import dev.sluice.metrics.Gauge;
import dev.sluice.metrics.Metrics;
import dev.sluice.relay.Relay;
import dev.sluice.task.TaskScope;
import dev.sluice.time.Time;
import java.io.IOException;
import java.io.OutputStream;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The control socket of an archive's directory, {@code DIR/control}: whoever may open it, which is the directory's owner,
 * may ask the process that holds the directory for everything. Close it before what the commands use.
 */
public final class ControlSocket implements AutoCloseable {

    /** The name of the socket in the directory. */
    public static final String NAME = "control";

    /** Peers at a time; one more is told so. */
    static final int MOST_PEERS = 16;

    private static final Logger LOG = LoggerFactory.getLogger(ControlSocket.class);

    /** Where the socket is made, with {@link #MADE} in it as long as its name at last: what can be bound can be reached. */
    private static final String ROOM = "c.new";

    private static final String MADE = "s";

    private static final Duration AFTER_FAULT = Duration.ofSeconds(1);

    private final Path socket;
    private final ServerSocketChannel server;
    private final Selector selector;
    private final Map<String, Command> commands;
    private final Relay relay;
    private final Set<SocketChannel> peers = ConcurrentHashMap.newKeySet();
    private final TaskScope scope = TaskScope.open("control");
    private final Metrics.Report report;

    private ControlSocket(
            Path socket, ServerSocketChannel server, Map<String, Command> commands, Relay relay, Metrics metrics)
            throws IOException {
        this.socket = socket;
        this.server = server;
        this.selector = Selector.open();
        server.configureBlocking(false);
        server.register(selector, SelectionKey.OP_ACCEPT);
        this.commands = Map.copyOf(commands);
        this.relay = relay;
        this.report = metrics.report(Gauge.CONTROL_PEERS, peers::size, () -> MOST_PEERS);
        scope.fork("accept", this::accept);
    }

    /**
     * Opens the socket of a directory that this process holds, in place of one that a process has left behind. Where that
     * can't be, the reason is a warning and nothing is opened.
     *
     * @param commands by label
     * @param relay answers all other messages; closed by its owner, after this
     */
    public static Optional<ControlSocket> open(
            Path directory, Map<String, Command> commands, Relay relay, Metrics metrics, Consumer<String> warnings) {
        try {
            ServerSocketChannel server = bind(directory);
            return Optional.of(new ControlSocket(directory.resolve(NAME), server, commands, relay, metrics));
        } catch (IOException | UnsupportedOperationException e) {
            warnings.accept("other commands can't reach this process: there is no control socket in " + directory + ": "
                    + e.getMessage()
                    + (isTooLong(e)
                            ? ". Choose a directory with a shorter path, or name it from nearer" + " by."
                            : ""));
            return Optional.empty();
        }
    }

    private static boolean isTooLong(Exception e) {
        return String.valueOf(e.getMessage()).contains("too long");
    }

    /** Made where nobody else can enter, so that nobody else is ever let in before its permissions are narrowed. */
    private static ServerSocketChannel bind(Path directory) throws IOException {
        Path room = directory.resolve(ROOM);
        Path made = room.resolve(MADE);
        Files.deleteIfExists(made);
        Files.deleteIfExists(room);
        Files.createDirectory(room, only("rwx------"));
        ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        boolean bound = false;
        try {
            server.bind(UnixDomainSocketAddress.of(made));
            if (isPosix()) {
                Files.setPosixFilePermissions(made, PosixFilePermissions.fromString("rw-------"));
            }
            Files.move(made, directory.resolve(NAME), StandardCopyOption.ATOMIC_MOVE);
            bound = true;
            return server;
        } finally {
            if (!bound) {
                server.close();
                Files.deleteIfExists(made);
            }
            Files.deleteIfExists(room);
        }
    }

    private static FileAttribute<?>[] only(String permissions) {
        return isPosix()
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
                }
                : new FileAttribute<?>[0];
    }

    private static boolean isPosix() {
        return FileSystems.getDefault().supportedFileAttributeViews().contains("posix");
    }

    /**
     * Never blocks in an accept: an interrupt there closes the listening channel and drops the connection that was being
     * accepted without closing it, and its peer would wait for ever.
     */
    private @Nullable Void accept() throws InterruptedException {
        while (true) {
            try {
                selector.select();
                if (Thread.interrupted()) {
                    throw new InterruptedException("the control socket was told to close");
                }
                selector.selectedKeys().clear();
                @Nullable SocketChannel peer = server.accept();
                if (peer != null) {
                    greet(peer);
                }
            } catch (IOException e) {
                LOG.warn("the control socket let nobody in", e);
                Time.system().sleep(AFTER_FAULT);
            }
        }
    }

    private void greet(SocketChannel peer) throws IOException {
        if (peers.size() >= MOST_PEERS) {
            try (peer) {
                String full = ControlMessage.of("FAILED", "there are " + MOST_PEERS + " others: try again") + "\n";
                peer.write(ByteBuffer.wrap(full.getBytes(StandardCharsets.UTF_8)));
            }
            return;
        }
        peers.add(peer);
        scope.fork("peer", () -> serve(peer));
    }

    private @Nullable Void serve(SocketChannel peer) throws InterruptedException {
        OutputStream out = Channels.newOutputStream(peer);
        try {
            new ControlSession(commands, relay, Channels.newInputStream(peer), out, peer).run();
            return null;
        } finally {
            peers.remove(peer);
        }
    }

    /** Ends all sessions, blocks until they have ended, and removes the socket. */
    @Override
    public void close() {
        scope.close();
        peers.forEach(ControlSocket::hangUp);
        report.close();
        try (server;
                selector) {
            Files.deleteIfExists(socket);
        } catch (IOException e) {
            LOG.warn("the control socket {} stays behind", socket, e);
        }
    }

    /** A peer that was let in while the socket closed has no session that would end its connection. */
    private static void hangUp(SocketChannel peer) {
        try {
            peer.close();
        } catch (IOException e) {
            LOG.debug("a control connection did not close", e);
        }
    }
}
