-- The uses of payments that are open.
create index offer_uses_of_open_payment on offer_uses (payment_id) where order_id is null and is_counted;
