package dev.sluice.nostr;

import java.util.OptionalInt;
import java.util.OptionalLong;

/** Writes NIP-11 documents. */
final class RelayInformationWriter {

    private final StringBuilder text = new StringBuilder(512);

    private RelayInformationWriter() {}

    static String write(RelayInformation information) {
        return new RelayInformationWriter().document(information);
    }

    private String document(RelayInformation information) {
        text.append('{');
        string("name", information.name());
        string("description", information.description());
        string("pubkey", information.pubkey());
        string("contact", information.contact());
        string("software", information.software());
        string("version", information.version());
        key("supported_nips").append('[');
        information.supportedNips().forEach(nip -> text.append(nip.intValue()).append(','));
        close(']');
        key("limitation").append('{');
        limitation(information.limitation());
        close('}');
        return text.append('}').toString();
    }

    private void limitation(RelayLimitation limitation) {
        number("max_message_length", limitation.maxMessageLength());
        number("max_subscriptions", limitation.maxSubscriptions());
        number("max_limit", limitation.maxLimit());
        number("default_limit", limitation.defaultLimit());
        number("max_subid_length", limitation.maxSubidLength());
        number("max_event_tags", limitation.maxEventTags());
        number("max_content_length", limitation.maxContentLength());
        number("min_pow_difficulty", limitation.minPowDifficulty());
        key("auth_required").append(limitation.authRequired());
        key("payment_required").append(limitation.paymentRequired());
        key("restricted_writes").append(limitation.restrictedWrites());
        number("created_at_lower_limit", limitation.createdAtLowerLimit());
        number("created_at_upper_limit", limitation.createdAtUpperLimit());
    }

    private void string(String key, String value) {
        if (!value.isEmpty()) {
            JsonText.append(key(key), value);
        }
    }

    private void number(String key, OptionalInt value) {
        value.ifPresent(number -> key(key).append(number));
    }

    private void number(String key, OptionalLong value) {
        value.ifPresent(number -> key(key).append(number));
    }

    private StringBuilder key(String key) {
        if (text.charAt(text.length() - 1) != '{') {
            text.append(',');
        }
        return text.append('"').append(key).append("\":");
    }

    private void close(char bracket) {
        if (text.charAt(text.length() - 1) == ',') {
            text.setLength(text.length() - 1);
        }
        text.append(bracket);
    }
}
