package dev.sluice.nostr;

import java.util.OptionalInt;
import java.util.OptionalLong;

/** Writes NIP-11 documents. */
final class RelayInformationWriter {

    private final JsonText json = new JsonText(1_024);

    private RelayInformationWriter() {}

    static String write(RelayInformation information) {
        return new RelayInformationWriter().document(information);
    }

    private String document(RelayInformation information) {
        json.plain('{');
        string("name", information.name());
        string("description", information.description());
        string("pubkey", information.pubkey());
        string("contact", information.contact());
        string("software", information.software());
        string("version", information.version());
        key("supported_nips").plain('[');
        information.supportedNips().forEach(nip -> json.number(nip).plain(','));
        json.close(']');
        key("limitation").plain('{');
        limitation(information.limitation());
        return json.plain("}}").toString();
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
        truth("auth_required", limitation.authRequired());
        truth("payment_required", limitation.paymentRequired());
        truth("restricted_writes", limitation.restrictedWrites());
        number("created_at_lower_limit", limitation.createdAtLowerLimit());
        number("created_at_upper_limit", limitation.createdAtUpperLimit());
        limitation.extensions().forEach((field, number) -> key(field).number(number));
    }

    private void string(String key, String value) {
        if (!value.isEmpty()) {
            key(key).string(value);
        }
    }

    private void number(String key, OptionalInt value) {
        value.ifPresent(number -> key(key).number(number));
    }

    private void number(String key, OptionalLong value) {
        value.ifPresent(number -> key(key).number(number));
    }

    private void truth(String key, boolean value) {
        key(key).plain(Boolean.toString(value));
    }

    private JsonText key(String key) {
        if (!json.endsWith('{')) {
            json.plain(',');
        }
        return json.plain('"').plain(key).plain("\":");
    }
}
