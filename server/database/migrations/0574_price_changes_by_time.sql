-- For the list of activity, which shows them newest first.
create index price_changes_by_time on price_changes (changed_at desc, id desc);
