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
public final class JsonStream {
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
    private int pieceLine = 1;
    private int pieceColumn = 1;

    /** @param name of the file, for faults */
    public JsonStream(String name, InputStream in) {
        this.name = name;
        this.in = in;
    }

    /** A fault where the stream stands. */
    ConfigurationException fault(String what) {
        return new ConfigurationException(new Fault(name, line, column(), what));
    }

    /** A fault where the last string or object begins. */
    ConfigurationException faultOfPiece(String what) {
        return new ConfigurationException(new Fault(name, pieceLine, pieceColumn, what));
    }

    /** In bytes, from one. */
    private int column() {
        return (int) (before + at - lineStart) + 1;
    }

    private void begin() {
        pieceLine = line;
        pieceColumn = column();
    }

    /** Steps over white space and takes a character if it comes next. */
    public boolean take(char wanted) throws IOException {
        boolean there = comes(wanted);
        at += there ? 1 : 0;
        return there;
    }

    /** Steps over white space and looks whether a character comes next. */
    public boolean comes(char wanted) throws IOException {
        return next() == wanted;
    }

    /** Steps over white space and a character that has to come. */
    public void expect(char wanted) throws IOException {
        if (!take(wanted)) {
            throw fault("'" + wanted + "' is missing");
        }
    }

    /** Nothing but white space may be left. */
    public void expectEnd() throws IOException {
        if (next() != END) {
            throw fault("nothing may follow the object");
        }
    }

    /** The next string; what is written without escapes in ASCII, as nearly everything is, takes no detour. */
    public String string() throws IOException {
        if (next() != '"') {
            throw fault("a string is missing");
        }
        begin();
        int to = at + 1;
        while (to < end && isPlain(buffer[to])) {
            to++;
        }
        if (to == end || buffer[to] != '"') {
            return anyString();
        }
        String text = new String(buffer, at + 1, to - at - 1, StandardCharsets.ISO_8859_1);
        at = to + 1;
        return text;
    }

    /** An ASCII character that stands for itself. */
    private static boolean isPlain(byte c) {
        return c >= ' ' && c != '"' && c != '\\';
    }

    /** With escapes or other characters, or beyond what has been read. */
    private String anyString() throws IOException {
        boolean escapes = false;
        for (int i = 1; ; i++) {
            int c = ahead(i);
            if (c == '"') {
                String text = decoded(at + 1, at + i);
                String plain = escapes ? unescaped(text) : text;
                at += i + 1;
                return plain;
            }
            if (c < ' ') {
                throw fault("the string has no end in its line");
            }
            if (c == '\\') {
                escapes = true;
                i++;
                var unused = ahead(i);
            }
        }
    }

    /** The next object as it is written, its end found by its braces. */
    public String object() throws IOException {
        if (next() != '{') {
            throw fault("an object is missing");
        }
        begin();
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
                stepOver(i + 1);
                return text;
            }
        }
    }

    /** The next byte that is no white space; it stays. */
    private int next() throws IOException {
        while (at < end || fill(at)) {
            byte c = buffer[at];
            if (c != ' ' && c != '\n' && c != '\r' && c != '\t') {
                return c;
            }
            at++;
            if (c == '\n') {
                countLine();
            }
        }
        return END;
    }

    private void stepOver(int bytes) {
        for (int to = at + bytes; at < to; ) {
            if (buffer[at++] == '\n') {
                countLine();
            }
        }
    }

    private void countLine() {
        line++;
        lineStart = before + at;
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
