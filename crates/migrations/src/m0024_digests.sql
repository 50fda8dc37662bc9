-- What the store hands back is compared with what was put there (features/pictures). The key is the digest of the largest
-- variant; these are the digests of all, in the order of `widths`, with commas between. Empty: kept by an earlier version.
ALTER TABLE pictures ADD COLUMN digests TEXT NOT NULL DEFAULT '';
