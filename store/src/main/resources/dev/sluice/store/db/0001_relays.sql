-- The archive that this catalogue belongs to, and what is good to remember of relays and may be lost.

CREATE TABLE IF NOT EXISTS archive (
    archive_id VARCHAR NOT NULL PRIMARY KEY
);
COMMENT ON TABLE archive IS 'The random id of the event archive beside this file';

CREATE TABLE IF NOT EXISTS relay (
    url       VARCHAR NOT NULL PRIMARY KEY,
    first_met BIGINT  NOT NULL,
    last_met  BIGINT  NOT NULL
);
COMMENT ON TABLE relay IS 'Relays ever met; seconds since the Unix epoch';

CREATE TABLE IF NOT EXISTS relay_document (
    relay      VARCHAR NOT NULL PRIMARY KEY,
    document   VARCHAR NOT NULL,
    fetched_at BIGINT  NOT NULL
);
COMMENT ON TABLE relay_document IS 'The last NIP-11 document of each relay';

CREATE TABLE IF NOT EXISTS relay_memory (
    relay       VARCHAR NOT NULL,
    topic       VARCHAR NOT NULL,
    learned     VARCHAR NOT NULL,
    words       VARCHAR NOT NULL,
    learned_at  BIGINT  NOT NULL,
    holds_until BIGINT  NOT NULL,
    PRIMARY KEY (relay, topic)
);
COMMENT ON TABLE relay_memory IS 'What relays refused or taught, and until when it counts';
