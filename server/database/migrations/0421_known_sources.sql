-- What an order counts for: not for the network of a person who has received one before, and only for the account and browser of one who has proven
-- it. Null in orders of the version before, which count for all their keys.
alter table order_sources add column counted_keys bytea[];
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
    add_order_sums(coalesce(source.counted_keys, array_remove(source.keys || source.range_key, null)), source.counted_at, sign, sign * source.items, sign * source.total_paise,
      placed_sign * source.items, placed_sign * source.total_paise) as added
    where source.order_id = new.id;
  return null;
end $$;
create index known_devices_by_token on known_devices (token_hash);

-- Checkouts that hold stock: the mailbox, and whether the person has received or paid for an order before.
alter table hold_sources add column email_hash bytea, add column is_known boolean not null default false;
create index hold_sources_by_email on hold_sources (email_hash);
