-- A payment for one item beside the cart, which stays as it is when the payment becomes an order.
alter table payments add column leaves_cart boolean not null default false;
