-- The views of the order desk, oldest first.

-- Orders that are not shipped, with what decides whether they are late.
create index orders_unshipped on orders (placed_at, id) include (status, flags) where status in ('Placed', 'Confirmed', 'Packed');

create index orders_coming_back on orders (placed_at, id) where returned_parcel = 'on its way';

-- Whether a courier can use an address; `isAddressComplete` in the contract has the same rules.
create function is_address_complete(address jsonb) returns boolean immutable language sql return
  regexp_replace(coalesce(address ->> 'phone', ''), '[\s().-]', '', 'g') ~ '^(\+?91|0)?[0-9]{10}$'
  and regexp_replace(coalesce(address ->> 'pinCode', ''), '\s', '', 'g') ~ '^[0-9]{6}$';
create index orders_address_incomplete on orders (id)
  where status in ('Placed', 'Confirmed', 'Packed') and not is_address_complete(delivery_address);

-- Refunded orders must not be shipped.
create index orders_refunded_unshipped on orders (id) where status in ('Placed', 'Confirmed', 'Packed') and refunded_paise > 0;

create index order_lines_without_size on order_lines (order_id) where size is null;

-- Orders whose shoppers did not answer.
create index order_events_no_answer on order_events (order_id) where event = 'No answer';
