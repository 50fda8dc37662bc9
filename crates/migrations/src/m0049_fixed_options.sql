-- The options of a question that keep their places where options are mixed, a bit for each; none: those whose words speak of places.
ALTER TABLE questions ADD COLUMN fixed_options INTEGER CHECK (fixed_options BETWEEN 0 AND 255);
