-- What an administrator is shown of the installation (features/operations, backups).

-- The processes that run. One that ends in order leaves; one that was killed is not seen any more.
CREATE TABLE processes (
  origin   TEXT NOT NULL PRIMARY KEY, -- made up when it began
  does     TEXT NOT NULL,             -- serve, worker
  pid      BIGINT NOT NULL,
  version  TEXT NOT NULL,
  began_at BIGINT NOT NULL,
  seen_at  BIGINT NOT NULL
);

-- The newest lines of the log that tell of an error, of all processes.
CREATE TABLE error_lines (
  no     {serial},
  at     BIGINT NOT NULL,
  origin TEXT NOT NULL, -- of the process
  place  TEXT NOT NULL, -- the part of the program
  said   TEXT NOT NULL
);

-- Backups by the clock and those an administrator asked for, the newest only.
CREATE TABLE backup_runs (
  no          {serial},
  began_at    BIGINT NOT NULL,
  file        TEXT NOT NULL,
  bytes       BIGINT,  -- none: it was not made
  verified_at BIGINT,  -- read again to its end, and found whole
  why         TEXT     -- what went wrong
);
