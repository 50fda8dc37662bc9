-- The number of places as the club set it; NULL: as many as come. `capacity` is what registrations are taken by: fewer
-- places, while somebody waits and nobody may move up, because the event has begun or registration is closed.
ALTER TABLE events ADD COLUMN capacity_set INTEGER;
UPDATE events SET capacity_set = capacity;
