-- Orders that were paid to the shop itself, and orders whose items were taken away at once.
alter table orders add column manual_payment text
  check (manual_payment in ('cash', 'upi', 'card machine', 'bank transfer'));
alter table orders add column manual_payment_reference text default '' not null check (length(manual_payment_reference) <= 60);
alter table orders add column manual_payment_at timestamptz;
alter table orders add column is_taken_away boolean default false not null;
alter table orders add constraint orders_manual_payment_at check ((manual_payment is null) = (manual_payment_at is null));
create index orders_manual_payments on orders (manual_payment_at) where manual_payment is not null;

-- A refund that is paid by transfer can also be of an order without a return.
alter table payouts alter column return_id drop not null;
alter table payouts add column reason text check (length(reason) <= 100);
