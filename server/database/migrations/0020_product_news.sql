-- Whoever keeps answers in memory hears when something that they show has changed, whoever changed it. The news is sent
-- when the change is committed. Sending makes commits wait for each other, so a sale is news only where a screen shows
-- the pieces that are left (at most five), and not each time that a full shelf gives one up.
create function tell_products_changed() returns trigger language plpgsql as $$
begin
  notify products_changed;
  return null;
end $$;

create trigger products_told after insert or delete or update of name, description, category, price_paise, image_key, backdrop, deleted_at
  on products for each statement execute function tell_products_changed();
create trigger products_stock_told after update of stock on products
  for each row when (old.stock <> new.stock and least(old.stock, new.stock) <= 5) execute function tell_products_changed();
