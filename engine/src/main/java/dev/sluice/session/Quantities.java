package dev.sluice.session;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** Spells the numbers of a text in lower case plainly: bare digits, sizes in bytes, times in seconds. */
final class Quantities {
    /** Thousands; one dot may also part a fraction, two can't. */
    private static final Pattern GROUPED =
            Pattern.compile("(?<![\\d,._'])\\d{1,3}(?:(?:[,_']\\d{3})+|(?:\\.\\d{3}){2,})(?!\\d|[,._']\\d)");

    private static final Pattern SIZE = Pattern.compile(
            "(?<![\\w.])(\\d{1,12}(?:\\.\\d{1,3})?) ?(kib|kb|kbytes|kilobytes?|mib|mb|mbytes|megabytes?)\\b");

    private static final Pattern THOUSANDS = Pattern.compile("(?<![\\w.])(\\d{1,9})k\\b");

    private static final Pattern TIME = Pattern.compile(
            "(?<![\\w.])(\\d{1,9}) ?(ms|milliseconds?|s|secs?|seconds?|mins?|minutes?|hours?|hrs?|h|days?)\\b");

    private Quantities() {}

    static String plain(String text) {
        if (text.chars().noneMatch(Character::isDigit)) {
            return text;
        }
        String digits = GROUPED.matcher(text).replaceAll(found -> found.group().replaceAll("\\D", ""));
        String sizes = SIZE.matcher(digits).replaceAll(Quantities::bytes);
        String thousands = THOUSANDS.matcher(sizes).replaceAll("$1000");
        return TIME.matcher(thousands).replaceAll(Quantities::seconds);
    }

    private static String bytes(MatchResult size) {
        BigDecimal bytes = new BigDecimal(size.group(1)).multiply(BigDecimal.valueOf(factor(size.group(2))));
        return bytes.setScale(0, RoundingMode.DOWN).toPlainString() + " bytes";
    }

    /** A decimal kilobyte is less than a binary one: the smaller reading of a limit is the safe one. */
    private static int factor(String unit) {
        return switch (unit) {
            case "kib" -> 1 << 10;
            case "mib" -> 1 << 20;
            default -> unit.startsWith("k") ? 1_000 : 1_000_000;
        };
    }

    private static String seconds(MatchResult time) {
        long number = Long.parseLong(time.group(1));
        String unit = time.group(2);
        long seconds = unit.startsWith("m") && !unit.startsWith("min") ? (number + 999) / 1_000 : number * length(unit);
        return seconds + " seconds";
    }

    private static int length(String unit) {
        return switch (unit.charAt(0)) {
            case 'm' -> 60;
            case 'h' -> 3_600;
            case 'd' -> 86_400;
            default -> 1;
        };
    }
}
