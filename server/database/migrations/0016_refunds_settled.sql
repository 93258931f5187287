-- When a refund was sent or given up, for those who wait for it. Those settled before are dated by when they were asked for.
alter table refunds add column settled_at timestamptz;
update refunds set settled_at = created_at where status in ('processed', 'failed');
alter table refunds add check ((settled_at is not null) = (status in ('processed', 'failed')));
