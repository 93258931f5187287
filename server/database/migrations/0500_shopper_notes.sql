-- What a shopper says about an order, and of an online payment until it is one.
alter table orders
  add column shopper_note text not null default '' check (char_length(shopper_note) <= 300),
  add column is_gift boolean not null default false;
alter table payments
  add column shopper_note text not null default '' check (char_length(shopper_note) <= 300),
  add column is_gift boolean not null default false;
