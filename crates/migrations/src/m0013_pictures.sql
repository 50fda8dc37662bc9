-- Pictures: what is kept of each, and how often it is used. The bytes are in the store of media_url, not here.

CREATE TABLE pictures (
    -- The first 128 bits of the SHA-256 of the largest variant, in hexadecimal: the same picture is kept once.
    key TEXT NOT NULL PRIMARY KEY,
    -- Of the largest variant.
    width INTEGER NOT NULL,
    height INTEGER NOT NULL,
    -- The widths there are, smallest first, with commas between.
    widths TEXT NOT NULL,
    -- All variants together.
    bytes BIGINT NOT NULL,
    -- How many rows elsewhere show it.
    uses INTEGER NOT NULL,
    -- Uploads of it that are not shown yet. Only a hint of how many: an upload that was given up stays counted.
    pending INTEGER NOT NULL,
    created_at BIGINT NOT NULL,
    -- Uploaded last; without uses it goes a day after that.
    touched_at BIGINT NOT NULL,
    -- Somebody began to delete its bytes then, and nobody else does for ten minutes. Nobody may use it any more, and the
    -- row goes after the bytes.
    going_at BIGINT,
    -- Its bytes were found then, and no row of theirs: what the row says of them is not all true. It goes a week later.
    found_at BIGINT
);
CREATE INDEX pictures_unused ON pictures (touched_at) WHERE uses = 0;

-- The person's own picture.
ALTER TABLE users ADD COLUMN picture_key TEXT;
