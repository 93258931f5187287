-- The order search finds the city and the PIN code too, and the digits of the phone in any notation. The text begins and ends
-- with a space, so that whole words can be searched.
alter table orders drop column search_text;
alter table orders add column search_text text not null generated always as (
  lower(
    ' ' || number || ' ' || replace(number, '-', '') || ' ' ||
    coalesce(delivery_address ->> 'firstName', '') || ' ' || coalesce(delivery_address ->> 'lastName', '') || ' ' ||
    coalesce(delivery_address ->> 'phone', '') || ' ' ||
    regexp_replace(coalesce(delivery_address ->> 'phone', ''), '\D', '', 'g') || ' ' ||
    coalesce(delivery_address ->> 'email', '') || ' ' || coalesce(delivery_address ->> 'city', '') || ' ' ||
    regexp_replace(coalesce(delivery_address ->> 'pinCode', ''), '\s', '', 'g') || ' '
  )
) stored;
create index orders_search_text on orders using gin (search_text gin_trgm_ops);

-- Products as the lines of an order name them.
create index order_lines_name on order_lines using gin (lower(name) gin_trgm_ops);
