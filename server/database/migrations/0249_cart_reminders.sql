-- When a shopper was last reminded of a cart.
alter table users add column cart_reminded_at timestamptz;

create index cart_lines_by_time on cart_lines (added_at);
