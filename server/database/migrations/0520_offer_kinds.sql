-- Offers for sets of items and for gifts. Their values have columns of their own: a server of the version before reads no percentage and no
-- amount of them, and gives no discount.
alter table offers drop constraint offers_kind_check;
alter table offers add constraint offers_kind_check
  check (kind in ('percent', 'amount', 'quantity', 'pay_online', 'fixed_price', 'buy_x_get_y', 'free_gift'));
alter table offers
  add column buy_items integer check (buy_items between 1 and 4950),
  add column get_items integer check (get_items between 1 and 4950),
  add column get_percent integer check (get_percent between 1 and 100),
  add column set_price_paise bigint check (set_price_paise > 0),
  add column gift_product_id uuid references products (id),
  add column gift_size text check (length(gift_size) <= 20),
  add column is_public boolean not null default false;

-- Tells the servers that shoppers see other offers. A use is no change before the offer is used up.
create function notify_offers() returns trigger language plpgsql as $$
begin
  perform pg_notify('offers_changed', '');
  return null;
end $$;
create trigger offers_added after insert on offers for each row execute function notify_offers();
create trigger offers_changed after update on offers for each row
  when (old.version <> new.version or (old.used >= old.limit_total) is distinct from (new.used >= new.limit_total))
  execute function notify_offers();
