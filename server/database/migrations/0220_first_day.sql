-- What a product does not say, for the counts of the first-day list and the filter of products. `hsn`: its category may.
alter table products add column undeclared text[] not null generated always as (
  array_remove(array[
    case when mrp_paise is null then 'mrp' end,
    case when not details ? 'maker' then 'maker' end,
    case when not details ? 'countryOfOrigin' then 'origin' end,
    case when not details ? 'weightGrams' then 'weight' end,
    case when not details ? 'hsnCode' then 'hsn' end
  ], null)
) stored;
-- Counted in the index alone.
create index products_undeclared on products (undeclared, category) where status = 'on_sale' and undeclared <> '{}';

-- Cancelled orders that the shop does not list any more, such as the owner's first test order. Apart from the orders, which are many.
create table archived_orders (
  order_id uuid primary key references orders (id) on delete cascade,
  archived_at timestamptz not null default clock_timestamp(),
  archived_by uuid references users (id) on delete set null
);

-- The last mail that was sent, and those that were given up.
create index outbox_mails_settled on outbox_mails (state, settled_at) where state in ('sent', 'given up');
