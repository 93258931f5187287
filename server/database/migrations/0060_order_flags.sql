-- Why the shop asks for a confirmation of an order that is paid on delivery.
alter table orders add column flags text[] not null default '{}';
create index orders_to_confirm on orders (placed_at desc, id desc) where status = 'Placed' and flags <> '{}';

-- The other orders of a phone, which are counted when an order is placed.
create index orders_open_by_phone on orders ((delivery_address ->> 'phone'))
  where kind <> 'card' and status in ('Placed', 'Confirmed', 'Packed', 'Shipped');
create index orders_refused_by_phone on orders ((delivery_address ->> 'phone')) where status = 'Refused';
