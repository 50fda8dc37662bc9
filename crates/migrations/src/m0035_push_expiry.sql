-- Until when a notice is news: nobody's phone shows "begins in an hour" after the start. NULL: for a day.
ALTER TABLE notifications ADD COLUMN news_until BIGINT;
