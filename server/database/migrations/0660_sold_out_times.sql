-- When a product or a size of one was sold out: from a movement to no stock until the next one. Read by the list of what to sew, for which the
-- movements themselves are too many.
create table sold_out_times (
  product_id uuid not null references products (id) on delete cascade,
  -- empty for a product with one stock for all sizes
  size text not null,
  started_at timestamptz not null,
  -- infinity: it is sold out now
  ended_at timestamptz default 'infinity' not null,
  primary key (product_id, size, started_at)
);
create index sold_out_times_ended on sold_out_times (ended_at);

create function record_sold_out_time() returns trigger language plpgsql as $$
begin
  if new.stock_after = 0 then
    insert into sold_out_times (product_id, size, started_at) values (new.product_id, coalesce(new.size, ''), new.moved_at)
    on conflict (product_id, size, started_at) do update set ended_at = excluded.ended_at;
  else
    update sold_out_times set ended_at = new.moved_at
    where product_id = new.product_id and size = coalesce(new.size, '') and ended_at = 'infinity';
  end if;
  return null;
end $$;
create trigger stock_movements_sold_out after insert on stock_movements
  for each row when (new.stock_after = 0 or new.stock_after = new.change) execute function record_sold_out_time();

insert into sold_out_times (product_id, size, started_at, ended_at)
select product_id, size, moved_at, coalesce(ended_at, 'infinity') from (
  select product_id, coalesce(size, '') as size, moved_at, stock_after, lead(moved_at) over in_order as ended_at
  from stock_movements where stock_after = 0 or stock_after = change
  window in_order as (partition by product_id, coalesce(size, '') order by id)
) as movements where stock_after = 0
on conflict do nothing;
analyze sold_out_times;
