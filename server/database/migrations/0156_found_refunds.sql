-- When the comparison with the provider found a refund that this database did not know, for example after a backup was restored.
alter table refunds add column found_at timestamptz;
create index refunds_found on refunds (found_at) where found_at is not null;
