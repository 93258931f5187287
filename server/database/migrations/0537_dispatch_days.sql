-- Products that are made to order leave later than the others.
alter table order_lines add column dispatch_days smallint check (dispatch_days between 0 and 60);

create function current_dispatch_days() returns smallint language sql stable as $$
  select coalesce((select ceil((value -> 'dispatchHours' ->> 1)::numeric / 24)::smallint from settings where key = 'policies'), 2::smallint)
$$;
