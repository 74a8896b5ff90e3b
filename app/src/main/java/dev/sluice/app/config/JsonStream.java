package dev.sluice.app.config;

import dev.sluice.app.config.ConfigurationException.Fault;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Reads JSON from bytes piece by piece and holds no more of it than one piece. It knows at which line it is, and what
 * deviates is a {@link ConfigurationException} there.
 */
final class JsonStream {
    private static final int BUFFER_BYTES = 1 << 16;
    private static final int END = -1;

    private final String name;
    private final InputStream in;
    private byte[] buffer = new byte[BUFFER_BYTES];
    private int at;
    private int end;

    /** Bytes before the buffer. */
    private long before;

    private int line = 1;
    private long lineStart;

    /** Both counted from one, columns in bytes. */
    record Place(int line, int column) {}

    /** @param name of the file */
    JsonStream(String name, InputStream in) {
        this.name = name;
        this.in = in;
    }

    /** A fault where the stream stands. */
    ConfigurationException fault(String what) {
        return fault(place(), what);
    }

    /** A fault where it stood. */
    ConfigurationException fault(Place place, String what) {
        return new ConfigurationException(new Fault(name, place.line(), place.column(), what));
    }

    /** Steps over white space, to where the next piece begins. */
    Place next() throws IOException {
        var unused = peek();
        return place();
    }

    private Place place() {
        return new Place(line, (int) (before + at - lineStart) + 1);
    }

    /** Steps over white space and takes a character if it comes next. */
    boolean take(char wanted) throws IOException {
        boolean there = peek() == wanted;
        at += there ? 1 : 0;
        return there;
    }

    void expect(char wanted) throws IOException {
        if (!take(wanted)) {
            throw fault("'" + wanted + "' is missing");
        }
    }

    void expectEnd() throws IOException {
        if (peek() != END) {
            throw fault("nothing may follow the object");
        }
    }

    /** The next string; what is written without escapes in ASCII, as nearly everything is, takes no detour. */
    String string() throws IOException {
        if (peek() != '"') {
            throw fault("a string is missing");
        }
        int from = 1;
        int all = 0;
        boolean escapes = false;
        for (int i = from; ; i++) {
            int c = ahead(i);
            if (c == '"') {
                String text = text(at + from, at + i, escapes, all >= 0);
                at += i + 1;
                return text;
            }
            if (c >= 0 && c < ' ') {
                throw fault("the string has no end in its line");
            }
            all |= (byte) c;
            if (c == '\\') {
                escapes = true;
                i++;
                all |= (byte) ahead(i);
            }
        }
    }

    /** The next object as it is written, its end found by its braces. */
    String object() throws IOException {
        if (peek() != '{') {
            throw fault("an object is missing");
        }
        int depth = 0;
        boolean quoted = false;
        for (int i = 0; ; i++) {
            int c = ahead(i);
            if (quoted && c == '\\') {
                i++;
            } else if (c == '"') {
                quoted = !quoted;
            } else if (!quoted && c == '{') {
                depth++;
            } else if (!quoted && c == '}' && --depth == 0) {
                String text = decoded(at, at + i + 1);
                at += i + 1;
                return text;
            }
        }
    }

    /** The next byte that is no white space; it stays. */
    private int peek() throws IOException {
        while (at < end || fill(at)) {
            byte c = buffer[at];
            if (c != ' ' && c != '\n' && c != '\r' && c != '\t') {
                return c;
            }
            at++;
            if (c == '\n') {
                line++;
                lineStart = before + at;
            }
        }
        return END;
    }

    /** A byte of a piece that has begun, from 0 to 255. */
    private int ahead(int offset) throws IOException {
        if (at + offset >= end && !fill(at + offset)) {
            throw fault("the file ends too early");
        }
        return buffer[at + offset] & 0xff;
    }

    /** Reads on until there is a byte at this place, from which the piece that has begun may have moved. */
    private boolean fill(int wanted) throws IOException {
        int missing = wanted - at;
        System.arraycopy(buffer, at, buffer, 0, end - at);
        before += at;
        end -= at;
        at = 0;
        if (end == buffer.length) {
            buffer = Arrays.copyOf(buffer, buffer.length * 2);
        }
        while (end <= missing) {
            int read = in.read(buffer, end, buffer.length - end);
            if (read < 0) {
                return false;
            }
            end += read;
        }
        return true;
    }

    private String text(int from, int to, boolean escapes, boolean ascii) {
        if (escapes) {
            return unescaped(decoded(from, to));
        }
        return ascii ? new String(buffer, from, to - from, StandardCharsets.ISO_8859_1) : decoded(from, to);
    }

    private String decoded(int from, int to) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(buffer, from, to - from))
                    .toString();
        } catch (CharacterCodingException e) {
            throw fault("what stands here is not UTF-8");
        }
    }

    private String unescaped(String text) {
        StringBuilder plain = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c != '\\') {
                plain.append(c);
            } else if (text.charAt(++i) == 'u') {
                plain.append(unicode(text, i + 1));
                i += 4;
            } else {
                plain.append(unescaped(text.charAt(i)));
            }
        }
        if (!StandardCharsets.UTF_8.newEncoder().canEncode(plain)) {
            throw fault("half of a surrogate pair is no character");
        }
        return plain.toString();
    }

    private char unicode(String text, int from) {
        int code = 0;
        for (int i = from; i < from + 4; i++) {
            int digit = i < text.length() ? Character.digit(text.charAt(i), 16) : -1;
            if (digit < 0) {
                throw fault("an escape \\u wants four hex digits");
            }
            code = code * 16 + digit;
        }
        return (char) code;
    }

    private char unescaped(char letter) {
        return switch (letter) {
            case '"', '\\', '/' -> letter;
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            default -> throw fault("there is no escape \\" + letter);
        };
    }
}
