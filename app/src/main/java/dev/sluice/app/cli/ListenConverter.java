package dev.sluice.app.cli;

import dev.sluice.app.config.ListenAddress;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A {@code HOST:PORT} on the command line. */
final class ListenConverter implements ITypeConverter<ListenAddress> {

    @Override
    public ListenAddress convert(String text) {
        try {
            return ListenAddress.parse(text);
        } catch (IllegalArgumentException e) {
            throw new TypeConversionException(e.getMessage());
        }
    }
}
