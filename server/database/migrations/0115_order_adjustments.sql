-- Discounts and fees of an order. A discount of the whole order has a row with the share of each line.
create table order_adjustments (
  id bigint generated always as identity primary key,
  order_id uuid not null references orders (id) on delete cascade,
  -- null: a fee of the whole order
  line integer,
  kind text not null check (kind in ('discount', 'fee')),
  label_code text not null check (length(label_code) between 1 and 100),
  amount_paise bigint not null check (amount_paise <> 0),
  data jsonb not null default '{}',
  foreign key (order_id, line) references order_lines (order_id, line) on delete cascade,
  check ((kind = 'discount') = (amount_paise < 0)),
  check (kind = 'fee' or line is not null)
);
create index order_adjustments_order on order_adjustments (order_id);

-- What is to be paid: total_paise is the sum of price times quantity.
alter table orders
  add column adjustment_paise bigint not null default 0,
  add column to_pay_paise bigint not null generated always as (total_paise + adjustment_paise) stored,
  add constraint orders_to_pay_check check (total_paise + adjustment_paise >= 0);
alter table order_lines
  add column adjustment_paise bigint not null default 0,
  add column subtotal_paise bigint not null generated always as (price_paise * quantity) stored,
  add constraint order_lines_to_pay_check check (price_paise * quantity + adjustment_paise >= 0);

-- The sums of an order are those of its adjustments when its transaction ends.
create function check_order_adjustments() returns trigger language plpgsql as $$
declare
  changed uuid := case when tg_op = 'DELETE' then old.order_id else new.order_id end;
begin
  if exists (
    select from orders where id = changed
      and adjustment_paise <> (select coalesce(sum(amount_paise), 0) from order_adjustments where order_id = changed)
  ) or exists (
    select from order_lines as lines where order_id = changed
      and adjustment_paise <> (
        select coalesce(sum(amount_paise), 0) from order_adjustments where order_id = changed and line = lines.line
      )
  ) then
    raise exception 'The adjustments of order % do not add up.', changed using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger order_adjustments_sum after insert or update or delete on order_adjustments
  deferrable initially deferred for each row execute function check_order_adjustments();

-- The adjustments that a payment was opened with, as its cart_snapshot has the lines.
alter table payments add column adjustments jsonb not null default '[]';
