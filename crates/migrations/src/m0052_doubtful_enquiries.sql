-- Whether the field was filled in that people do not see: by a program, or by somebody's password manager.
ALTER TABLE enquiries ADD COLUMN doubtful BOOLEAN NOT NULL DEFAULT FALSE;
