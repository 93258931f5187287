-- What a payment was opened for: the cart of an account, the items of a guest, or an order on delivery.
alter table payments add column kind text not null default 'cart' check (kind in ('cart', 'guest', 'order'));
update payments set kind = 'order' where fingerprint like 'order %';
update payments set kind = 'guest' where guest_token_hash is not null and kind = 'cart';

-- For servers of the version before, which do not write it.
create function set_payment_kind() returns trigger language plpgsql as $$
begin
  if new.kind = 'cart' then
    new.kind := case when new.fingerprint like 'order %' then 'order' when new.user_id is null then 'guest' else 'cart' end;
  end if;
  return new;
end $$;
create trigger payments_kind before insert on payments for each row execute function set_payment_kind();

create unique index payments_one_of_checkout on payments (order_id) where kind <> 'order';
create unique index payments_one_for_order on payments (order_id) where kind = 'order';
drop index payments_first_of_order;
drop index payments_for_order;
