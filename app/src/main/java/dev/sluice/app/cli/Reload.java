package dev.sluice.app.cli;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.sluice.app.config.Configuration;
import dev.sluice.app.config.ConfigurationChange;
import dev.sluice.app.config.ConfigurationException;
import dev.sluice.task.TaskScope;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Takes up a changed configuration file while a command runs. A file that can't be used changes nothing. Any thread may
 * call.
 */
final class Reload {

    private final Supplier<Configuration> file;
    private final Consumer<Configuration> parts;
    private final ReentrantLock lock = new ReentrantLock();

    /** What the parts go by. */
    @GuardedBy("lock")
    private Configuration taken;

    @GuardedBy("lock")
    private final Configuration started;

    /**
     * @param started what the command was started with
     * @param file reads the file again
     * @param parts makes them go by what it says, or throws before any of them does
     */
    Reload(Configuration started, Supplier<Configuration> file, Consumer<Configuration> parts) {
        this.started = started;
        this.taken = started;
        this.file = file;
        this.parts = parts;
    }

    /**
     * Reads the file again and lets the parts go by it. Blocks while another call does.
     *
     * @return what was taken up now, and what waits for the next start
     * @throws ConfigurationException when the file can't be used; nothing has changed then
     * @throws UsageException when what it says does not go together; nothing has changed then
     */
    ConfigurationChange now() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            Configuration read = file.get();
            ConfigurationChange change = ConfigurationChange.between(started, taken, read);
            if (!change.applied().isEmpty()) {
                parts.accept(read.takenUpBy(started));
            }
            taken = read;
            return change;
        } finally {
            lock.unlock();
        }
    }

    /** The same for who reads words only: of a file that can't be used, what is wrong with it. */
    String words() throws InterruptedException {
        try {
            return "reload: " + now().words();
        } catch (ConfigurationException | UsageException wrong) {
            return "reload: nothing was taken up: " + wrong.getMessage();
        }
    }

    /** Does it on each SIGHUP and says what came of it, until what is opened closes. */
    void onHangup(Streams streams, Opened opened) {
        TaskScope scope = opened.add(TaskScope.open("reload"), TaskScope::close);
        Hangup.heed(() -> scope.fork("hangup", () -> {
            streams.say(words());
            return true;
        }));
    }
}
