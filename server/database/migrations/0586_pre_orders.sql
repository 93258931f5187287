-- Products that are ordered before they are made. Their order lines keep the day in India on which they leave.
alter table order_lines add column available_from date;
alter table order_lines drop constraint order_lines_dispatch_days_check;
alter table order_lines add constraint order_lines_dispatch_days_check check (dispatch_days between 0 and 366);

-- The day from which a product leaves; null once it has come, and for a product whose days of dispatch end later.
create function find_available_from(details jsonb) returns date language sql stable as $$
  select case when (details ->> 'availableFrom')::date > (now() at time zone 'Asia/Kolkata')::date + coalesce((details ->> 'dispatchDays')::int, 0)
    then (details ->> 'availableFrom')::date end
$$;

-- The days until a product leaves, which are at least those of the policies for a pre-order; null: as the policies say.
create function find_dispatch_days(details jsonb) returns smallint language sql stable as $$
  select case when find_available_from(details) is null then (details ->> 'dispatchDays')::smallint
    else greatest(
      find_available_from(details) - (now() at time zone 'Asia/Kolkata')::date,
      coalesce((details ->> 'dispatchDays')::int, current_dispatch_days())
    )::smallint end
$$;
