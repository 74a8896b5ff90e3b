package dev.sluice.store;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.sluice.Architecture;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;

/** The store keeps the rules of every module; its writer and readers are threads of its own. */
@Timeout(120)
class StoreArchitectureTest {
    private static final Architecture RULES = new Architecture("dev.sluice.store");

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("dev.sluice.store");

    @TestFactory
    Stream<DynamicTest> itKeepsItsRules() {
        return RULES.ofEveryModule().stream()
                .map(rule -> DynamicTest.dynamicTest(rule.getDescription(), () -> rule.check(CLASSES)));
    }
}
