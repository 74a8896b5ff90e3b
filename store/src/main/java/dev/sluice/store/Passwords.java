package dev.sluice.store;

import java.security.SecureRandom;
import java.util.Base64;

/** Passwords that nobody has to remember. */
final class Passwords {

    private static final int BYTES = 16;

    private Passwords() {}

    /** 128 random bits in 22 letters, digits, '-' and '_'. */
    static String random() {
        byte[] bytes = new byte[BYTES];
        new SecureRandom().nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}
