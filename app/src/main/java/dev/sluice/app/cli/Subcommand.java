package dev.sluice.app.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** What all subcommands share: the look of their help and the meaning of their exit codes. */
@Command(
        mixinStandardHelpOptions = true,
        versionProvider = Main.Version.class,
        sortOptions = false,
        usageHelpAutoWidth = true,
        optionListHeading = "%nOptions:%n",
        parameterListHeading = "%n",
        descriptionHeading = "%n",
        footerHeading = "%nExamples:%n",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "  0:done",
            "  1:failed or incomplete work",
            "  2:wrong usage or configuration",
            "  3:unsuitable Java",
            "  4:the archive is locked, damaged or of an unknown format",
            "130:interrupted, after a clean stop"
        })
abstract class Subcommand implements Callable<Integer> {

    /** Does the work; the answer is an exit code of {@link Exit}. */
    @Override
    public abstract Integer call() throws InterruptedException, java.io.IOException;
}
