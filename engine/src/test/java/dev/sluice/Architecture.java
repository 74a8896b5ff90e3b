package dev.sluice;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noFields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noMethods;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static java.util.stream.Collectors.toUnmodifiableMap;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import com.tngtech.archunit.lang.syntax.elements.GivenClassesConjunction;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;

/** The rules that hold the packages apart, for the packages below a root; also used by the other modules. */
public record Architecture(String root) {
    /** What each package may import of its siblings, besides {@code metrics}. */
    private static final Map<String, List<String>> ARROWS = Stream.of(
                    "time",
                    "task",
                    "nostr",
                    "negentropy",
                    "metrics",
                    "archive: nostr negentropy",
                    "intake: nostr archive task time",
                    "budget",
                    "pace: time",
                    "plan: nostr budget",
                    "wire: time",
                    "session: nostr intake budget pace plan wire time task",
                    "sync: time task nostr negentropy archive intake budget pace plan wire session",
                    "grasp: nostr archive intake plan sync time task pace",
                    "relay: nostr negentropy archive intake time task",
                    "profile: nostr archive intake relay time task")
            .map(row -> row.split("[: ]+"))
            .collect(toUnmodifiableMap(row -> row[0], row -> List.of(row).subList(1, row.length)));

    private static final Set<String> CLOCK_READS =
            Set.of("nanoTime", "currentTimeMillis", "now", "sleep", "parkNanos", "parkUntil", "completeOnTimeout");

    private static final Set<String> THREAD_MAKERS = Set.of("ofVirtual", "ofPlatform", "startVirtualThread");

    /** The names of the table's packages. */
    static Set<String> packages() {
        return ARROWS.keySet();
    }

    /** The rules that hold in every module. */
    public List<ArchRule> ofEveryModule() {
        return List.of(
                noCycles(),
                onlyTimeReadsAClock(),
                onlyNostrTouchesJsonAndSignatures(),
                onlyWireTouchesHttp(),
                noSynchronizedMethods(),
                noThreadLocals(),
                everyPackageIsNullMarked());
    }

    /** The package imports only what its row of the table names. */
    ArchRule arrowsOf(String name) {
        String[] allowed = Stream.concat(Stream.of(name, "metrics"), ARROWS.getOrDefault(name, List.of()).stream())
                .map(this::in)
                .toArray(String[]::new);
        return noClasses()
                .that(resideInAPackage(in(name)))
                .should()
                .dependOnClassesThat(resideInAPackage(root + "..").and(not(resideInAnyPackage(allowed))))
                .allowEmptyShould(true);
    }

    /** No class stands outside the packages of the table. */
    ArchRule everyClassHasItsPackage() {
        String[] known = packages().stream().map(this::in).toArray(String[]::new);
        return classes()
                .that(resideInAPackage(root + ".."))
                .should()
                .resideInAnyPackage(known)
                .allowEmptyShould(true);
    }

    /** No circle among the packages. */
    ArchRule noCycles() {
        return slices().matching(root + ".(*)..").should().beFreeOfCycles().allowEmptyShould(true);
    }

    /** Only {@code time} reads a clock, or waits for a moment. */
    ArchRule onlyTimeReadsAClock() {
        DescribedPredicate<JavaAccess<?>> clock = describe(
                "reads a clock or sleeps",
                access -> access.getTargetOwner().getPackageName().startsWith("java.")
                        && (CLOCK_READS.contains(access.getName()) || isSystemClock(access)));
        return outside("time").should().accessTargetWhere(clock).allowEmptyShould(true);
    }

    private static boolean isSystemClock(JavaAccess<?> access) {
        JavaClass owner = access.getTargetOwner();
        boolean source = owner.isEquivalentTo(java.time.Clock.class)
                || owner.isEquivalentTo(java.time.InstantSource.class)
                || owner.isEquivalentTo(java.util.Calendar.class);
        return (source && access.getName().matches("system.*|tick.*|getInstance"))
                || (owner.isEquivalentTo(java.util.Date.class)
                        && access.getTarget().getFullName().endsWith("<init>()"));
    }

    /** Only {@code task} starts threads. */
    public ArchRule onlyTaskStartsThreads() {
        DescribedPredicate<JavaAccess<?>> thread = describe("starts a thread", Architecture::startsThread);
        return outside("task").should().accessTargetWhere(thread).allowEmptyShould(true);
    }

    private static boolean startsThread(JavaAccess<?> access) {
        JavaClass owner = access.getTargetOwner();
        String name = access.getName();
        boolean made = name.equals("<init>")
                && Stream.of(Thread.class, ExecutorService.class, java.util.Timer.class)
                        .anyMatch(owner::isAssignableTo);
        boolean built = owner.isAssignableTo(Thread.class) && THREAD_MAKERS.contains(name);
        boolean async = owner.isEquivalentTo(CompletableFuture.class) && name.endsWith("Async");
        return made || built || async || owner.isEquivalentTo(Executors.class) || name.startsWith("parallel");
    }

    /** Only {@code nostr} touches Gson and the native signature library. */
    ArchRule onlyNostrTouchesJsonAndSignatures() {
        return only("nostr", "com.google.gson..", "fr.acinq..");
    }

    /** Only {@code wire} touches the JDK's HTTP and WebSocket client. */
    ArchRule onlyWireTouchesHttp() {
        return only("wire", "java.net.http..");
    }

    /** No SQL, no H2. */
    ArchRule noDatabase() {
        return noClasses()
                .that(resideInAPackage(root + ".."))
                .should()
                .dependOnClassesThat(resideInAnyPackage("java.sql..", "javax.sql..", "org.h2..", "com.zaxxer.."))
                .allowEmptyShould(true);
    }

    /** Locks are {@code ReentrantLock}s. Blocks leave no mark on a method: {@link SourceTest} finds those. */
    ArchRule noSynchronizedMethods() {
        return noMethods()
                .that()
                .areDeclaredInClassesThat(resideInAPackage(root + ".."))
                .should()
                .haveModifier(JavaModifier.SYNCHRONIZED)
                .allowEmptyShould(true);
    }

    /** A virtual thread lives for one task: nothing is kept by thread. */
    ArchRule noThreadLocals() {
        return noFields()
                .that()
                .areDeclaredInClassesThat(resideInAPackage(root + ".."))
                .should()
                .haveRawType(assignableTo(ThreadLocal.class))
                .allowEmptyShould(true);
    }

    /** NullAway looks only into packages that are marked. */
    ArchRule everyPackageIsNullMarked() {
        ArchCondition<JavaClass> marked = new ArchCondition<>("live in a @NullMarked package") {
            @Override
            public void check(JavaClass type, ConditionEvents events) {
                boolean holds = type.getPackage().isAnnotatedWith(NullMarked.class);
                events.add(new SimpleConditionEvent(type, holds, type.getName() + " lives in an unmarked package"));
            }
        };
        return classes().that(resideInAPackage(root + "..")).should(marked).allowEmptyShould(true);
    }

    private ArchRule only(String name, String... libraries) {
        return outside(name)
                .should()
                .dependOnClassesThat(resideInAnyPackage(libraries))
                .allowEmptyShould(true);
    }

    private GivenClassesConjunction outside(String name) {
        return noClasses().that(resideInAPackage(root + "..").and(not(resideInAPackage(in(name)))));
    }

    private String in(String name) {
        return root + "." + name;
    }
}
