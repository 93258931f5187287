-- A day is counted without its money by the version before, while servers are upgraded. Such a day has no sums, so that it is counted when it is read.
create function delete_money_of_recounted_days() returns trigger language plpgsql as $$
begin
  delete from daily_money where day in (select day from recounted);
  return null;
end $$;

create trigger changed_order_days_delete_money after delete on changed_order_days
  referencing old table as recounted for each statement execute function delete_money_of_recounted_days();
