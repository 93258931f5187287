-- What an adjustment of an order was made from: the label is what people read, and an offer may be called like anything.
alter table order_adjustments add column source text not null default 'offer' check (source in ('offer', 'exchange', 'exchange_fee'));

-- For servers of the version before, which do not write it.
create function set_adjustment_source() returns trigger language plpgsql as $$
begin
  if new.source = 'offer' and exists (select from orders where id = new.order_id and exchange_return_id is not null) then
    new.source := case when new.kind = 'fee' then 'exchange_fee' else 'exchange' end;
  end if;
  return new;
end $$;
create trigger order_adjustments_source before insert on order_adjustments for each row execute function set_adjustment_source();

update order_adjustments as adjustments set source = case when adjustments.kind = 'fee' then 'exchange_fee' else 'exchange' end
  from orders where orders.id = order_id and exchange_return_id is not null;
-- Checks the sums of these orders now: until then the table cannot be altered by a later migration of the same run.
set constraints order_adjustments_sum immediate;
set constraints order_adjustments_sum deferred;
