-- Products are counted with count(*), paged with OFFSET and searched by one full text index.
drop trigger products_counted on products;
drop trigger products_uncounted on products;
drop trigger products_recounted on products;
drop function count_products, count_new_products, count_gone_products;
drop table product_counts;

-- Drops the partitioned search index as well.
alter table products drop column number;
alter table products rename column search_text to search_vector;
alter table products rename column search_words to search_text;
alter table products rename column backdrop to placeholder_color;
create index products_search on products using gin (search_vector) where deleted_at is null;

-- A misspelt word is compared with the words of product names and categories, not with every product. Words of deleted
-- products stay: they only match nothing.
create extension if not exists fuzzystrmatch;
drop trigger products_learnt on products;
drop trigger products_relearnt on products;
drop function learn_new_products, learn_changed_product, learn_product_words;
alter table product_words drop column keys;
drop function typo_keys;

create function add_product_words() returns trigger language plpgsql as $$
begin
  insert into product_words
    select word from unnest(tsvector_to_array(to_tsvector('simple', new.search_text))) as words (word)
    where word ~ '^[[:alpha:]]{3,30}$' order by word
    on conflict do nothing;
  return null;
end $$;
create trigger products_words after insert or update of name, category on products
  for each row execute function add_product_words();

alter table users rename column failures to failed_attempts;
alter table users rename column next_try_at to next_attempt_at;
alter table known_devices rename column failures to failed_attempts;
alter table known_devices rename column next_try_at to next_attempt_at;
