package dev.sluice.nostr;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;

/** JSON being written as UTF-8, without white space and with the fewest escapes. Lone surrogates become question marks. */
final class JsonText {

    /** The characters that some spelling escapes; all are single bytes. */
    private static final boolean[] MARKED = marked();

    /** What one number, one word of hex digits or one escape takes at most. */
    private static final int LONGEST = 20;

    private byte[] bytes;
    private int size;

    JsonText(int capacity) {
        bytes = new byte[capacity];
    }

    private static boolean[] marked() {
        boolean[] marked = new boolean[128];
        Arrays.fill(marked, 0, ' ', true);
        marked['"'] = true;
        marked['\\'] = true;
        marked['\u007f'] = true;
        return marked;
    }

    /** Text that needs no escape, of ASCII characters: keys, brackets, literals. */
    JsonText plain(String text) {
        int length = text.length();
        reserve(length);
        for (int i = 0; i < length; i++) {
            bytes[size++] = (byte) text.charAt(i);
        }
        return this;
    }

    JsonText plain(char c) {
        reserve(1);
        bytes[size++] = (byte) c;
        return this;
    }

    JsonText number(long number) {
        return plain(Long.toString(number));
    }

    /** 16 hex digits. */
    JsonText word(long word) {
        reserve(LONGEST);
        Hex.write(word, bytes, size);
        size += 16;
        return this;
    }

    JsonText quoted(EventId id) {
        return plain('"')
                .word(id.w0())
                .word(id.w1())
                .word(id.w2())
                .word(id.w3())
                .plain('"');
    }

    JsonText quoted(PublicKey key) {
        return plain('"')
                .word(key.w0())
                .word(key.w1())
                .word(key.w2())
                .word(key.w3())
                .plain('"');
    }

    JsonText quoted(Signature sig) {
        plain('"').word(sig.w0()).word(sig.w1()).word(sig.w2()).word(sig.w3());
        return word(sig.w4()).word(sig.w5()).word(sig.w6()).word(sig.w7()).plain('"');
    }

    /** Bytes as hex digits in quotes. */
    JsonText quotedHex(byte[] source, int from, int to) {
        reserve(2 * (to - from) + 2);
        bytes[size++] = '"';
        for (int i = from; i < to; i++) {
            bytes[size++] = Hex.digit(source[i] >> 4);
            bytes[size++] = Hex.digit(source[i]);
        }
        bytes[size++] = '"';
        return this;
    }

    JsonText string(String string) {
        return string(string, Spelling.ESCAPED);
    }

    JsonText string(String string, Spelling spelling) {
        byte[] utf8 = string.getBytes(StandardCharsets.UTF_8);
        return string(utf8, 0, utf8.length, spelling);
    }

    /** Writes UTF-8 as a string in quotes: runs of plain bytes at once, escapes between them. */
    JsonText string(byte[] utf8, int from, int to, Spelling spelling) {
        plain('"');
        int start = from;
        for (int i = from; i < to; i++) {
            byte c = utf8[i];
            if (c < 0 || !MARKED[c]) {
                continue;
            }
            byte escape = shortEscape(c);
            if (escape == 0 && !spelling.escapes((char) c)) {
                continue;
            }
            run(utf8, start, i);
            escape(c, escape);
            start = i + 1;
        }
        run(utf8, start, to);
        return plain('"');
    }

    JsonText tags(List<List<String>> tags, Spelling spelling) {
        plain('[');
        for (List<String> tag : tags) {
            strings(tag, spelling).plain(',');
        }
        return close(']');
    }

    JsonText strings(Collection<String> strings, Spelling spelling) {
        plain('[');
        for (String string : strings) {
            string(string, spelling).plain(',');
        }
        return close(']');
    }

    /** Puts the bracket in place of the last comma, if there is one. */
    JsonText close(char bracket) {
        if (endsWith(',')) {
            size--;
        }
        return plain(bracket);
    }

    boolean endsWith(char c) {
        return bytes[size - 1] == c;
    }

    byte[] bytes() {
        return Arrays.copyOf(bytes, size);
    }

    @Override
    public String toString() {
        return new String(bytes, 0, size, StandardCharsets.UTF_8);
    }

    private void run(byte[] source, int from, int to) {
        reserve(to - from);
        System.arraycopy(source, from, bytes, size, to - from);
        size += to - from;
    }

    private void escape(byte c, byte letter) {
        reserve(LONGEST);
        bytes[size++] = '\\';
        if (letter != 0) {
            bytes[size++] = letter;
        } else {
            bytes[size++] = 'u';
            bytes[size++] = '0';
            bytes[size++] = '0';
            bytes[size++] = Hex.digit(c >> 4);
            bytes[size++] = Hex.digit(c);
        }
    }

    private void reserve(int more) {
        if (size + more > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(size + more, bytes.length * 2));
        }
    }

    /** The letter of the seven escapes of NIP-01, or 0. */
    private static byte shortEscape(byte c) {
        return switch (c) {
            case '\n' -> 'n';
            case '"' -> '"';
            case '\\' -> '\\';
            case '\r' -> 'r';
            case '\t' -> 't';
            case '\b' -> 'b';
            case '\f' -> 'f';
            default -> 0;
        };
    }
}
