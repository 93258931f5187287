-- Whose order it is: the account, or else the phone in ten digits, the e-mail address, or the order alone.
alter table orders add column customer_key text not null generated always as (
  coalesce(
    user_id::text,
    substring(regexp_replace(coalesce(delivery_address ->> 'phone', ''), '\D', '', 'g') from '\d{10}$'),
    nullif(lower(trim(coalesce(delivery_address ->> 'email', ''))), ''),
    id::text
  )
) stored;
create index orders_by_customer on orders (customer_key, placed_at desc, id desc);
