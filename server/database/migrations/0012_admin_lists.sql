-- What the administrator's lists are searched, filtered and ordered by.
alter table orders add column search_words text not null generated always as (
  lower(
    number || ' ' || replace(number, '-', '') || ' ' ||
    coalesce(delivery_address ->> 'firstName', '') || ' ' || coalesce(delivery_address ->> 'lastName', '') || ' ' ||
    coalesce(delivery_address ->> 'phone', '') || ' ' || coalesce(delivery_address ->> 'email', '')
  )
) stored;
create index orders_search_words on orders using gin (search_words gin_trgm_ops);
create index orders_status_newest on orders (status, placed_at desc, id desc);
create index orders_kind_newest on orders (kind, placed_at desc, id desc);
-- The figures of a day come from this index alone.
create index orders_figures on orders (placed_at) include (status, payment_status, total_paise);

create index products_name on products (lower(name), id) where deleted_at is null;

create index users_newest on users (created_at desc, id desc);
create index users_name_words on users using gin (name_key gin_trgm_ops);
create index users_locked on users (created_at desc, id desc) where failures >= 50;

-- The few payments that a person must look at.
create index payments_mismatched on payments (created_at desc) where mismatch is not null;
create index payments_unordered on payments (created_at desc) where order_id is null and (status in ('paid', 'authorized') or provider_payment_id is not null);
create index refunds_failed on refunds (created_at desc) where status = 'failed';

-- Who asked for the money to go back; null for what the shop does by itself.
alter table refunds add column asked_by uuid references users (id) on delete set null;
