package dev.sluice.app.cli;

import dev.sluice.app.config.FilterText;
import dev.sluice.nostr.Filter;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A filter on the command line. */
final class FilterConverter implements ITypeConverter<Filter> {

    @Override
    public Filter convert(String text) {
        try {
            return FilterText.parse(text);
        } catch (IllegalArgumentException e) {
            throw new TypeConversionException(e.getMessage());
        }
    }
}
