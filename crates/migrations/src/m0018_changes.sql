-- Whose roles, name or sessions changed: what every process must read anew (features/accounts/changes.rs). The newest only.
CREATE TABLE person_changes (
  no      {serial},
  user_id {uuid} NOT NULL
);
