package dev.sluice.metrics;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaFieldAccess;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Every word of the vocabulary is used: the engine counts each counter and reports each gauge. */
@Timeout(60)
final class VocabularyTest {

    private static final JavaClasses ENGINE = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("dev.sluice");

    @Test
    void everyCounterIsCountedBySomething() {
        assertEquals(Set.of(), unused(Counter.class));
    }

    @Test
    void everyGaugeIsReportedBySomething() {
        // handshakes and peers are those of the port and the control socket, which are the application's
        assertEquals(Set.of(Gauge.SERVED_HANDSHAKES, Gauge.CONTROL_PEERS), unused(Gauge.class));
    }

    private static <E extends Enum<E>> Set<E> unused(Class<E> vocabulary) {
        Set<E> unused = EnumSet.allOf(vocabulary);
        ENGINE.get(vocabulary).getFieldAccessesToSelf().stream()
                .filter(access -> !access.getOriginOwner().isEquivalentTo(vocabulary))
                .map(JavaFieldAccess::getName)
                .forEach(name -> unused.removeIf(word -> word.name().equals(name)));
        return unused;
    }
}
