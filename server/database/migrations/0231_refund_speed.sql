-- How fast the provider is asked to refund: as the settings say when the refund is requested, because a repeated request must be the same.
create function current_refund_speed() returns text language sql stable as $$
  select coalesce((select value ->> 'refundSpeed' from settings where key = 'orders'), 'normal')
$$;

-- Null for refunds from before this column, which are normal.
alter table refunds add column speed text check (speed in ('normal', 'optimum'));
alter table refunds alter column speed set default current_refund_speed();
