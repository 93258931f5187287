-- The words of the products' names, so that a misspelt one is looked up among a few thousand words and not in every product.
-- keys are the word and what is left of it when letters are missing: two words that share a key are a slip apart.
create table product_words (
  word text collate "C" primary key,
  keys text[] not null
);
create index product_words_keys on product_words using gin (keys);

-- One letter may be missing on either side, which covers one letter too many, too few, wrong or swapped; two in a long word.
create function typo_keys(word text) returns text[] language sql immutable strict parallel safe as $$
  with missing_one as (
    select distinct overlay(word placing '' from place for 1) as rest from generate_series(1, length(word)) as place
  ), missing_two as (
    select overlay(rest placing '' from place for 1) from missing_one, generate_series(1, length(rest)) as place where length(word) >= 7
  )
  select array_agg(key) from (select word union select rest from missing_one union select * from missing_two) as keys (key)
$$;

create function learn_product_words(texts text[]) returns void language sql as $$
  insert into product_words (word, keys)
    select word, typo_keys(word) from (
      select distinct unnest(tsvector_to_array(to_tsvector('simple', words))) as word from unnest(texts) as words
    ) as found
    where word ~ '^[[:alpha:]]{3,30}$' on conflict do nothing
$$;

create function learn_new_products() returns trigger language plpgsql as $$
begin
  perform learn_product_words(array(select distinct search_words from fresh));
  return null;
end $$;
create trigger products_learnt after insert on products referencing new table as fresh
  for each statement execute function learn_new_products();

create function learn_changed_product() returns trigger language plpgsql as $$
begin
  perform learn_product_words(array[new.search_words]);
  return null;
end $$;
create trigger products_relearnt after update of name, category on products
  for each row execute function learn_changed_product();

select learn_product_words(array(select distinct search_words from products));
drop index products_search_words;

-- How many orders of each kind stand where, kept by the database, so that no page has to count. Each connection adds to
-- rows of its own (shard), so that two orders do not wait for each other; their sum is the count.
create table order_counts (
  kind text not null,
  status text not null,
  shard integer not null,
  orders bigint not null,
  primary key (kind, status, shard)
) with (fillfactor = 50);

create function add_order_count(of_kind text, of_status text, more bigint) returns void language sql as $$
  insert into order_counts values (of_kind, of_status, pg_backend_pid() % 64, more)
    on conflict (kind, status, shard) do update set orders = order_counts.orders + excluded.orders
$$;

create function count_new_orders() returns trigger language plpgsql as $$
begin
  perform add_order_count(kind, status, count(*)) from fresh group by kind, status order by kind, status;
  return null;
end $$;
create trigger orders_counted after insert on orders referencing new table as fresh
  for each statement execute function count_new_orders();

create function count_gone_orders() returns trigger language plpgsql as $$
begin
  perform add_order_count(kind, status, -count(*)) from gone group by kind, status order by kind, status;
  return null;
end $$;
create trigger orders_uncounted after delete on orders referencing old table as gone
  for each statement execute function count_gone_orders();

-- An order only moves forward, so its two rows are always taken in the same order.
create function count_moved_order() returns trigger language plpgsql as $$
begin
  perform add_order_count(old.kind, old.status, -1);
  perform add_order_count(new.kind, new.status, 1);
  return null;
end $$;
create trigger orders_recounted after update of status on orders
  for each row when (old.status is distinct from new.status) execute function count_moved_order();

insert into order_counts select kind, status, 0, count(*) from orders group by kind, status;
