package dev.sluice.app;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.sluice.Architecture;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;

/** The application keeps the rules of every module, and starts no thread by itself. */
@Timeout(120)
class AppArchitectureTest {
    private static final Architecture RULES = new Architecture("dev.sluice.app");

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("dev.sluice.app");

    @TestFactory
    Stream<DynamicTest> itKeepsItsRules() {
        return Stream.concat(Stream.of(RULES.onlyTaskStartsThreads()), RULES.ofEveryModule().stream())
                .map(rule -> DynamicTest.dynamicTest(rule.getDescription(), () -> rule.check(CLASSES)));
    }
}
