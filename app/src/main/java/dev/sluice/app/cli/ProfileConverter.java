package dev.sluice.app.cli;

import dev.sluice.profile.Profile;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** The name of a profile on the command line. */
final class ProfileConverter implements ITypeConverter<Profile> {

    @Override
    public Profile convert(String text) {
        return Profile.named(text)
                .orElseThrow(() -> new TypeConversionException("'" + text + "' is none of "
                        + String.join(", ", Profile.standard().keySet())));
    }
}
