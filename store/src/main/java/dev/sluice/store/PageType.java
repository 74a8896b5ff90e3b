package dev.sluice.store;

import java.nio.ByteBuffer;
import java.util.Comparator;
import java.util.function.IntFunction;
import java.util.function.ToIntFunction;
import org.h2.mvstore.WriteBuffer;
import org.h2.mvstore.type.BasicDataType;

/** A type of keys or values that is written one by one; put together from its parts. */
final class PageType<T> extends BasicDataType<T> {

    private final String name;
    private final Comparator<? super T> order;
    private final ToIntFunction<T> memory;
    private final Writer<T> writer;
    private final Reader<T> reader;
    private final IntFunction<T[]> storage;

    /** Writes one value. */
    @FunctionalInterface
    interface Writer<T> {
        void write(WriteBuffer buffer, T value);
    }

    /** Reads one value. */
    @FunctionalInterface
    interface Reader<T> {
        T read(ByteBuffer buffer);
    }

    /**
     * @param order of the keys
     * @param memory about how many bytes a value takes in memory
     */
    PageType(
            String name,
            Comparator<? super T> order,
            ToIntFunction<T> memory,
            Writer<T> writer,
            Reader<T> reader,
            IntFunction<T[]> storage) {
        this.name = name;
        this.order = order;
        this.memory = memory;
        this.writer = writer;
        this.reader = reader;
        this.storage = storage;
    }

    /** A type of values, which are never compared. */
    static <T> PageType<T> ofValues(
            String name, ToIntFunction<T> memory, Writer<T> writer, Reader<T> reader, IntFunction<T[]> storage) {
        return new PageType<>(name, PageType::refuse, memory, writer, reader, storage);
    }

    private static int refuse(Object value, Object other) {
        throw new IllegalStateException("values are not compared: " + value + ", " + other);
    }

    @Override
    public int compare(T a, T b) {
        return order.compare(a, b);
    }

    @Override
    public int getMemory(T value) {
        return memory.applyAsInt(value);
    }

    @Override
    public void write(WriteBuffer buffer, T value) {
        writer.write(buffer, value);
    }

    @Override
    public T read(ByteBuffer buffer) {
        return reader.read(buffer);
    }

    @Override
    public T[] createStorage(int size) {
        return storage.apply(size);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof PageType<?> type && type.name.equals(name);
    }

    @Override
    public int hashCode() {
        return name.hashCode();
    }
}
