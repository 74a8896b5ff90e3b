package dev.sluice.app.status;

import java.util.ArrayList;
import java.util.List;

/** Makes text fit a line of a terminal. */
public final class Cut {

    private Cut() {}

    /** As much of its beginning as fits. */
    public static String end(String text, int width) {
        return text.length() <= width ? text : text.substring(0, width - 1) + "…";
    }

    /** Its beginning and its end, of which names have both. */
    public static String middle(String text, int width) {
        if (text.length() <= width) {
            return text;
        }
        int tail = (width - 1) / 2;
        return text.substring(0, width - 1 - tail) + "…" + text.substring(text.length() - tail);
    }

    /** Words of a stranger, whose control characters a terminal would obey. */
    public static String plain(String words) {
        return words.codePoints()
                .map(c -> Character.isISOControl(c) || Character.getType(c) == Character.FORMAT ? '?' : c)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }

    /** Cut into lines at commas. */
    static List<String> lines(String text, int width, String indent) {
        List<String> lines = new ArrayList<>();
        String left = text;
        while (left.length() > width) {
            int comma = left.lastIndexOf(", ", width - 1);
            if (comma <= indent.length()) {
                break;
            }
            lines.add(left.substring(0, comma + 1));
            left = indent + left.substring(comma + 2);
        }
        lines.add(left);
        return lines;
    }
}
