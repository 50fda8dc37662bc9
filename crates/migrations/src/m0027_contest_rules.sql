-- What an organiser may set, as JSON (features/contests/rules.rs); what it does not name has its default.
ALTER TABLE contests ADD COLUMN rules TEXT NOT NULL DEFAULT '{}';
UPDATE contests SET rules = '{"answersShown":true}' WHERE answers_shown = TRUE;
ALTER TABLE contests DROP COLUMN answers_shown;
