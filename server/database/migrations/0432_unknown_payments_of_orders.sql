-- The order of a captured payment that this database does not know, as the provider names it: the order is not packed until it is clear.
alter table unknown_payments add column order_id uuid references orders (id) on delete set null;
create index unknown_payments_of_order on unknown_payments (order_id) where order_id is not null;
