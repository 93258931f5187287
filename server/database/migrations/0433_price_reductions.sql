-- Refunds that have reduced the price of an order, before or after its invoice: each later invoice has the reduced price.
create table price_reductions (
  id uuid primary key default uuidv7(),
  order_id uuid not null references orders (id) on delete cascade,
  amount_paise bigint not null check (amount_paise > 0),
  reason text not null,
  reduced_at timestamptz not null default clock_timestamp()
);
create index price_reductions_of_order on price_reductions (order_id);

-- Those of before: credit notes that take no item back.
insert into price_reductions (order_id, amount_paise, reason, reduced_at)
select order_id, total_paise, coalesce(reason, ''), issued_at from documents
where kind = 'credit note' and not jsonb_path_exists(lines, '$[*] ? (@.quantity > 0)');

-- What the documents were credited with for the returned pieces of a line: their price less the fee, also when less was left to pay back.
alter table return_lines add column credit_paise bigint check (credit_paise >= 0);
