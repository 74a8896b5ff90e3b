package dev.sluice.app.cli;

import dev.sluice.app.config.RelayText;
import dev.sluice.nostr.RelayUrl;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A relay URL on the command line. */
final class RelayConverter implements ITypeConverter<RelayUrl> {

    @Override
    public RelayUrl convert(String text) {
        try {
            return RelayText.parse(text);
        } catch (IllegalArgumentException e) {
            throw new TypeConversionException(e.getMessage());
        }
    }
}
