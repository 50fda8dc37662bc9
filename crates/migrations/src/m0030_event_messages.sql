-- What was sent to those registered for an event stands among what was sent in its club's name.
ALTER TABLE announcements ADD COLUMN event_id {uuid};   -- NULL: about no event
CREATE INDEX announcements_by_event ON announcements (event_id, created_at);
