-- What is searched, and names in the order of names, as crates/text makes them: both engines find and order alike. Written
-- wherever the texts are that they are made of; rows of before are filled with this step.
ALTER TABLE users ADD COLUMN search_text TEXT NOT NULL DEFAULT '';
ALTER TABLE users ADD COLUMN sort_key {bytes} NOT NULL DEFAULT {hex}'';
ALTER TABLE clubs ADD COLUMN search_text TEXT NOT NULL DEFAULT '';
ALTER TABLE clubs ADD COLUMN sort_key {bytes} NOT NULL DEFAULT {hex}'';
ALTER TABLE events ADD COLUMN search_text TEXT NOT NULL DEFAULT '';
ALTER TABLE polls ADD COLUMN search_text TEXT NOT NULL DEFAULT ''
