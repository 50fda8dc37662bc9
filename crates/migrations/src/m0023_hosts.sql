-- Of several machines an administrator sees which one a process runs on (features/operations).
ALTER TABLE processes ADD COLUMN host TEXT NOT NULL DEFAULT '';
