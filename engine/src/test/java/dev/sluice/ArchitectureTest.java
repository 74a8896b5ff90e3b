package dev.sluice;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;

/** The engine keeps its rules. */
@Timeout(120)
class ArchitectureTest {
    private static final Architecture RULES = new Architecture("dev.sluice");

    private static final JavaClasses ENGINE = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("dev.sluice");

    @TestFactory
    Stream<DynamicTest> everyPackageImportsOnlyWhatItsRowNames() {
        return Architecture.packages().stream().sorted().map(name -> holds(name, RULES.arrowsOf(name)));
    }

    @TestFactory
    Stream<DynamicTest> theEngineKeepsItsRules() {
        Stream<ArchRule> own =
                Stream.of(RULES.everyClassHasItsPackage(), RULES.onlyTaskStartsThreads(), RULES.noDatabase());
        return Stream.concat(own, RULES.ofEveryModule().stream()).map(rule -> holds(rule.getDescription(), rule));
    }

    private DynamicTest holds(String name, ArchRule rule) {
        return DynamicTest.dynamicTest(name, () -> rule.check(ENGINE));
    }
}
