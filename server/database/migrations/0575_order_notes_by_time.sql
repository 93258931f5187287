-- For the list of activity, which shows them newest first.
create index order_notes_by_time on order_notes (written_at desc);
