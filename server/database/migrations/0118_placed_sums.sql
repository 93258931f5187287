-- What each source has ordered in an hour, confirmed or not. Only an order that the shop has confirmed, or that is paid, no longer counts.
alter table unconfirmed_sums
  add column placed_items integer not null default 0,
  add column placed_paise bigint not null default 0;

-- Like add_unconfirmed, which the version before calls.
create function add_order_sums(
  keys bytea[], at timestamptz, more_orders integer, more_items integer, more_paise bigint, more_placed_items integer, more_placed_paise bigint
)
returns table (
  key bytea, hour timestamptz, orders integer, items integer, total_paise bigint, placed_items integer, placed_paise bigint
) language sql as $$
  insert into unconfirmed_sums as sums
    select key, date_trunc('hour', at, 'UTC'), more_orders, more_items, more_paise, more_placed_items, more_placed_paise
    from unnest(keys) as key order by key
    on conflict (key, hour) do update set orders = sums.orders + excluded.orders, items = sums.items + excluded.items,
      total_paise = sums.total_paise + excluded.total_paise, placed_items = sums.placed_items + excluded.placed_items,
      placed_paise = sums.placed_paise + excluded.placed_paise
    returning sums.key, sums.hour, sums.orders, sums.items, sums.total_paise, sums.placed_items, sums.placed_paise
$$;

create or replace function count_confirmed_order() returns trigger language plpgsql as $$
declare
  sign integer := case when new.status = 'Placed' then 1 else -1 end;
  -- A link in a mail shows only that the mailbox exists.
  placed_sign integer := case
    when 'Confirmed' in (old.status, new.status) and (not new.confirmed_by_link or new.paid_paise > 0) then sign
    else 0
  end;
begin
  perform added.key from order_sources as source,
    add_order_sums(array_remove(source.keys || source.range_key, null), source.counted_at, sign, sign * source.items, sign * source.total_paise,
      placed_sign * source.items, placed_sign * source.total_paise) as added
    where source.order_id = new.id;
  return null;
end $$;

-- The network around the IP address, which has higher limits than the other keys; null in orders of the version before.
alter table order_sources add column range_key bytea;

-- The open orders of a source.
create index order_sources_of_key on order_sources using gin (keys);
