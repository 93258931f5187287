-- The order that a payment was opened for, when the payment was separated from it: what is paid then is sent back.
alter table payments add column detached_from uuid references orders (id);
create index payments_detached on payments (detached_from) where detached_from is not null;

-- Those from before are known by their fingerprint.
update payments set detached_from = orders.id
  from orders
  where payments.order_id is null and void_reason = 'superseded' and fingerprint like 'order %' and fingerprint = 'order ' || orders.id;
