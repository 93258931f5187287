-- A return of kind 'exchange' is answered with other items instead of money, in an order of its own.

alter table returns
  -- the shopper was asked to take the money, because an item is sold out
  add column sold_out_at timestamptz,
  -- of an exchange: the fee that the shopper pays by a link
  add column to_pay_paise bigint not null default 0 check (to_pay_paise >= 0);

alter table return_lines
  -- of an exchange, with new_size: the item that is sent for the returned one
  add column new_product_id uuid references products (id),
  -- pieces of it that are held for the exchange
  add column held integer not null default 0 check (held between 0 and quantity),
  -- of a settled exchange: what was paid for the pieces that the shop accepted
  add column exchanged_paise bigint check (exchanged_paise >= 0);

-- An order with the items of an exchange. Nothing is to be paid for them, and reports of sales leave it out. To servers of the version before,
-- it is an order that is paid. The column is no foreign key: returns reference orders, and a backup restores each table after those it references.
alter table orders add column exchange_return_id uuid;
create unique index orders_exchange_return on orders (exchange_return_id) where exchange_return_id is not null;
alter table order_lines
  -- in such an order: what was paid for the pieces that came back for this line
  add column exchange_paise bigint check (exchange_paise >= 0);

-- What is held for an exchange is sold or released when it ends.
create function check_exchange_holds() returns trigger language plpgsql as $$
begin
  if exists (select from return_lines where return_id = new.id and held > 0) then
    raise exception 'Items are still held for return %.', new.number using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger returns_exchange_holds after update of state on returns
  deferrable initially deferred for each row when (new.state not in ('accepted', 'picked up')) execute function check_exchange_holds();
