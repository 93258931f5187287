-- What somebody who spreads the code gets of its sales.
alter table offers add column commission_percent int check (commission_percent between 1 and 100);

-- Orders placed on a day with the code of an offer.
create table daily_code_sales (
  day date not null,
  offer_id uuid not null references offers (id) on delete cascade,
  orders int not null,
  cancelled int not null,
  -- refused on delivery, or could not be delivered
  not_taken int not null,
  -- orders of which an item came back
  returned int not null,
  -- items of orders that are not cancelled, refused or undelivered, after discounts, without fees
  sold_paise bigint not null,
  -- of those, items that came back and were accepted
  returned_paise bigint not null,
  primary key (day, offer_id)
);
create index daily_code_sales_of_offer on daily_code_sales (offer_id);

-- The days of orders with an offer are counted once more.
insert into changed_order_days (day, transaction_id)
select distinct (placed_at at time zone 'Asia/Kolkata')::date, '0'::xid8 from offer_uses join orders on orders.id = order_id
on conflict do nothing;
